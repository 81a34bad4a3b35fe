import * as z from 'zod/mini';
import { APPLICATION_PAPERS } from './application-papers.ts';

/** What staff check before an applicant may drive, in this order. */
export const checklistItemSchema = z.enum([
  'license',
  'criminal-check',
  'driving-record',
  'dot-certification',
  'registration',
  'insurance',
  'inspection',
  'training',
]);
export type ChecklistItem = z.infer<typeof checklistItemSchema>;

interface ItemCopy {
  title: string;
  /** Short name for use in a sentence, such as "Approve opens once … are done". */
  short: string;
  /** The step of the applicant's page that this item belongs to. */
  step: ApplicationStep;
  isVehiclePaper: boolean;
}

/** The steps an applicant sees. */
export const applicationStepSchema = z.enum(['documents', 'background', 'inspection', 'training']);
type ApplicationStep = z.infer<typeof applicationStepSchema>;

export const CHECKLIST: Record<ChecklistItem, ItemCopy> = {
  license: {
    ...APPLICATION_PAPERS.license,
    title: `${APPLICATION_PAPERS.license.title}, held 3+ years`,
    short: 'license',
    step: 'documents',
  },
  'criminal-check': {
    title: 'Criminal check, 7 years',
    short: 'criminal check',
    step: 'background',
    isVehiclePaper: false,
  },
  'driving-record': {
    title: 'Driving record, 3 years',
    short: 'driving record',
    step: 'background',
    isVehiclePaper: false,
  },
  'dot-certification': {
    ...APPLICATION_PAPERS['dot-certification'],
    short: 'DOT certification',
    step: 'documents',
  },
  registration: { ...APPLICATION_PAPERS.registration, short: 'registration', step: 'documents' },
  insurance: { ...APPLICATION_PAPERS.insurance, short: 'insurance', step: 'documents' },
  inspection: { ...APPLICATION_PAPERS.inspection, short: 'inspection', step: 'inspection' },
  training: { title: 'Training, 2 hours', short: 'training', step: 'training', isVehiclePaper: false },
};

/**
 * The items that apply to an application. Without a vehicle of their own, applicants have no vehicle items.
 */
export const checklistFor = (hasVehicle: boolean): ChecklistItem[] =>
  checklistItemSchema.options.filter((item) => hasVehicle || !CHECKLIST[item].isVehiclePaper);

/** Returns the items that are not done yet. */
export const itemsLeft = (hasVehicle: boolean, done: readonly ChecklistItem[]): ChecklistItem[] =>
  checklistFor(hasVehicle).filter((item) => !done.includes(item));

/**
 * Counts the applicable items and those that are done. Rules that the form already validates are not items.
 */
export function checksDone(
  hasVehicle: boolean,
  done: readonly ChecklistItem[],
): { done: number; of: number } {
  const of = checklistFor(hasVehicle).length;
  return { done: of - itemsLeft(hasVehicle, done).length, of };
}

/** Lists items in words: `inspection and training`, `license, insurance and training`. */
export function listItems(items: readonly ChecklistItem[]): string {
  const words = items.map((item) => CHECKLIST[item].short);
  const last = words.pop() ?? '';
  return words.length > 0 ? `${words.join(', ')} and ${last}` : last;
}

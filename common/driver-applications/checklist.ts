import * as z from 'zod/mini';

/** What the staff check before an applicant drives, in this order. */
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
  /** In a sentence, such as "Approve opens once … are done". */
  short: string;
  /** Which step of the applicant's page it counts for. */
  step: ApplicationStep;
  isOfVehicle: boolean;
}

/** The steps an applicant sees. */
export const applicationStepSchema = z.enum(['documents', 'background', 'inspection', 'training']);
export type ApplicationStep = z.infer<typeof applicationStepSchema>;

export const CHECKLIST: Record<ChecklistItem, ItemCopy> = {
  license: {
    title: "Driver's license, held 3+ years",
    short: 'license',
    step: 'documents',
    isOfVehicle: false,
  },
  'criminal-check': {
    title: 'Criminal check, 7 years',
    short: 'criminal check',
    step: 'background',
    isOfVehicle: false,
  },
  'driving-record': {
    title: 'Driving record, 3 years',
    short: 'driving record',
    step: 'background',
    isOfVehicle: false,
  },
  'dot-certification': {
    title: 'DOT certification',
    short: 'DOT certification',
    step: 'documents',
    isOfVehicle: false,
  },
  registration: {
    title: 'Vehicle registration',
    short: 'registration',
    step: 'documents',
    isOfVehicle: true,
  },
  insurance: {
    title: 'Personal auto insurance',
    short: 'insurance',
    step: 'documents',
    isOfVehicle: true,
  },
  inspection: {
    title: 'Vehicle inspection',
    short: 'inspection',
    step: 'inspection',
    isOfVehicle: true,
  },
  training: { title: 'Training, 2 hours', short: 'training', step: 'training', isOfVehicle: false },
};

/** The items that apply: somebody who drives a company vehicle has none of their own to check. */
export const checklistFor = (hasVehicle: boolean): ChecklistItem[] =>
  checklistItemSchema.options.filter((item) => hasVehicle || !CHECKLIST[item].isOfVehicle);

/** Which of these items are not done yet. */
export const itemsLeft = (hasVehicle: boolean, done: readonly ChecklistItem[]): ChecklistItem[] =>
  checklistFor(hasVehicle).filter((item) => !done.includes(item));

/** `inspection and training`, `license, insurance and training`. */
export function listItems(items: readonly ChecklistItem[]): string {
  const words = items.map((item) => CHECKLIST[item].short);
  const last = words.pop() ?? '';
  return words.length > 0 ? `${words.join(', ')} and ${last}` : last;
}

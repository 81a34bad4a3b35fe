import * as z from 'zod/mini';
import { isDay } from '../day.ts';
import { storedFileSchema } from '../files/stored-file.ts';
import { dateInVegas } from '../time.ts';

/** The papers of an application, in the order of the form. */
export const applicationPaperKindSchema = z.enum([
  'license',
  'registration',
  'insurance',
  'dot-certification',
  'inspection',
]);
export type ApplicationPaperKind = z.infer<typeof applicationPaperKindSchema>;

/** Title of each paper, and whether it belongs to the applicant's own vehicle. */
export const APPLICATION_PAPERS: Record<ApplicationPaperKind, { title: string; isVehiclePaper: boolean }> = {
  license: { title: "Driver's license", isVehiclePaper: false },
  registration: { title: 'Vehicle registration', isVehiclePaper: true },
  insurance: { title: 'Personal auto insurance', isVehiclePaper: true },
  'dot-certification': { title: 'DOT certification', isVehiclePaper: false },
  inspection: { title: 'Vehicle inspection report', isVehiclePaper: true },
};

/**
 * The papers an application must contain. Applicants without a vehicle of their own need no vehicle papers.
 */
export const papersNeeded = (hasVehicle: boolean): ApplicationPaperKind[] =>
  applicationPaperKindSchema.options.filter((kind) => hasVehicle || !APPLICATION_PAPERS[kind].isVehiclePaper);

/** Whether a paper has expired. It is valid through its last day, Las Vegas time. */
export const isExpired = (expiresOn: string, now: Date): boolean => expiresOn < dateInVegas(now);

export const paperNumberSchema = z
  .string('Please enter its number')
  .check(
    z.trim(),
    z.minLength(1, 'Please enter its number'),
    z.maxLength(60, 'Please keep this to 60 characters'),
  );

/** YYYY-MM-DD, today or later. */
const expiryDateSchema = z.string('Please enter when it expires').check(
  z.refine(isDay, { error: 'Please enter when it expires', abort: true }),
  z.refine((date) => !isExpired(date, new Date()), 'It has expired. Add the new one.'),
);

/** A paper as the applicant enters it: its number, the last day it is valid, and optionally its file. */
export const applicationPaperSchema = z.object({
  kind: applicationPaperKindSchema,
  number: paperNumberSchema,
  expiresOn: expiryDateSchema,
  file: z.nullish(storedFileSchema),
});
export type ApplicationPaper = z.infer<typeof applicationPaperSchema>;

/** Whether each kind occurs at most once. */
export const namesEachOnce = (papers: readonly ApplicationPaper[]): boolean =>
  new Set(papers.map(({ kind }) => kind)).size === papers.length;

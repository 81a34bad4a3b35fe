import * as z from 'zod/mini';
import { storedFileSchema } from '../files/stored-file.ts';
import { idSchema } from '../id.ts';
import { staffRoleSchema } from '../users/user.ts';
import { applicationPaperKindSchema } from './application-papers.ts';
import { applicationStepSchema, checklistItemSchema } from './checklist.ts';
import { applicantVehicleSchema, applicationStatusSchema } from './driver-application.ts';

const instant = z.iso.datetime();

/** A vehicle as it is shown: what was stored is not held to today's rules again. */
const shownVehicleSchema = z.object({
  ...applicantVehicleSchema.shape,
  label: z.string(),
  year: z.number(),
  plate: z.string(),
  seats: z.number(),
});

const shownPaperSchema = z.object({
  kind: applicationPaperKindSchema,
  number: z.string(),
  /** YYYY-MM-DD. */
  expiresOn: z.string(),
  /** Null where none was sent, or a while after the decision. */
  file: z.nullable(storedFileSchema),
});

/** What we ask the applicant for: in words, and for which paper if it is one. */
const questionSchema = z.object({
  text: z.string(),
  paper: z.nullable(applicationPaperKindSchema),
  askedAt: instant,
});

/** How many checks of a step are done. */
const stepProgressSchema = z.object({ step: applicationStepSchema, done: z.number(), of: z.number() });

/** An application as its applicant sees it, by the link in their mail. Numbers show their last four only. */
export const applicantViewSchema = z.object({
  /** Six symbols to name it by in a call. */
  reference: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  status: applicationStatusSchema,
  version: z.number(),
  sentAt: instant,
  vehicle: z.nullable(shownVehicleSchema),
  papers: z.array(shownPaperSchema),
  note: z.nullable(z.string()),
  steps: z.array(stepProgressSchema),
  /** While more is needed. */
  question: z.nullable(questionSchema),
  decidedAt: z.nullable(instant),
  /** Why it was declined. */
  reason: z.nullable(z.string()),
});
export type ApplicantView = z.infer<typeof applicantViewSchema>;

const staffNameSchema = z.object({ id: idSchema, name: z.string(), role: staffRoleSchema });

/** The state of one item of the checklist; `note` is the result, or when it is booked for. */
const checklistEntrySchema = z.object({
  item: checklistItemSchema,
  isDone: z.boolean(),
  note: z.nullable(z.string()),
  by: staffNameSchema,
  at: instant,
});
export type ChecklistEntry = z.infer<typeof checklistEntrySchema>;

/** A message between the staff and the applicant. */
const applicationMessageSchema = z.object({
  from: z.enum(['staff', 'applicant']),
  name: z.string(),
  at: instant,
  text: z.string(),
  paper: z.nullable(applicationPaperKindSchema),
});

/** An application as the staff see it. */
export const applicationDetailsSchema = z.object({
  id: idSchema,
  reference: z.string(),
  status: applicationStatusSchema,
  /** Sent back with every change: an older one is refused. */
  version: z.number(),
  sentAt: instant,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  dateOfBirth: z.string(),
  licenseState: z.string(),
  licenseSince: z.number(),
  vehicle: z.nullable(shownVehicleSchema),
  papers: z.array(shownPaperSchema),
  note: z.nullable(z.string()),
  checklist: z.array(checklistEntrySchema),
  messages: z.array(applicationMessageSchema),
  decision: z.nullable(
    z.object({
      by: staffNameSchema,
      at: instant,
      /** Of a decline. */
      reason: z.nullable(z.string()),
    }),
  ),
  /** The driver's user, once approval has created it. */
  driverId: z.nullable(idSchema),
  /** Why an approved applicant has no account yet, in words; null where nothing is wrong. */
  problem: z.nullable(z.string()),
});
export type ApplicationDetails = z.infer<typeof applicationDetailsSchema>;

/** One row of the list. */
export const applicationSummarySchema = z.object({
  id: idSchema,
  reference: z.string(),
  name: z.string(),
  status: applicationStatusSchema,
  sentAt: instant,
  vehicle: z.nullable(shownVehicleSchema),
  /** Checks done, of how many. */
  done: z.number(),
  of: z.number(),
});
export type ApplicationSummary = z.infer<typeof applicationSummarySchema>;

import * as z from 'zod/mini';
import { storedFileSchema } from '../files/stored-file.ts';
import { idSchema } from '../id.ts';
import { staffRoleSchema } from '../users/user.ts';
import { applicationPaperKindSchema } from './application-papers.ts';
import { applicationStepSchema, checklistItemSchema } from './checklist.ts';
import { applicantVehicleSchema, applicationStatusSchema } from './driver-application.ts';

const instant = z.iso.datetime();

/** A stored vehicle for display. Today's rules for new applications do not apply to it. */
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
  /** Null if no file was sent, or once it is deleted some time after the decision. */
  file: z.nullable(storedFileSchema),
});

/** A question to the applicant, and the paper it is about, if any. */
const questionSchema = z.object({
  text: z.string(),
  paper: z.nullable(applicationPaperKindSchema),
  askedAt: instant,
});

/** Completed checks of a step. */
const stepProgressSchema = z.object({ step: applicationStepSchema, done: z.number(), of: z.number() });

/**
 * The applicant's view of an application, opened by the mailed link. Paper numbers show only four symbols.
 */
export const applicantViewSchema = z.object({
  /** Six symbols that identify the application on the phone. */
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
  /** Set while more is needed from the applicant. */
  question: z.nullable(questionSchema),
  decidedAt: z.nullable(instant),
  /** The reason for declining. */
  reason: z.nullable(z.string()),
  /**
   * The kind of vehicle that an approved applicant drives with the plate of the application; null without one
   * of their own. Missing from servers of an earlier release.
   */
  approvedRideType: z.optional(z.nullable(z.string())),
  /** Whether the driver's account has a password. Missing from servers of an earlier release. */
  hasPassword: z.optional(z.boolean()),
});
export type ApplicantView = z.infer<typeof applicantViewSchema>;

const staffNameSchema = z.object({ id: idSchema, name: z.string(), role: staffRoleSchema });

/** The state of one checklist item. `note` is the result, or the date of the appointment. */
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

/** The staff's view of an application. */
export const applicationDetailsSchema = z.object({
  id: idSchema,
  reference: z.string(),
  status: applicationStatusSchema,
  /** Sent back with every change; a stale version is refused. */
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
      /** Set if declined. */
      reason: z.nullable(z.string()),
    }),
  ),
  /** User id of the driver, once the approval has created it. */
  driverId: z.nullable(idSchema),
  /** Why an approved applicant has no account or vehicle yet, in words; null if there is no problem. */
  problem: z.nullable(z.string()),
});
export type ApplicationDetails = z.infer<typeof applicationDetailsSchema>;

/** One row in the list of applications. */
export const applicationSummarySchema = z.object({
  id: idSchema,
  reference: z.string(),
  name: z.string(),
  status: applicationStatusSchema,
  sentAt: instant,
  vehicle: z.nullable(shownVehicleSchema),
  /** Completed checks, and below their total. */
  done: z.number(),
  of: z.number(),
  /** As in the details. Missing from servers of an earlier release. */
  problem: z.optional(z.nullable(z.string())),
});
export type ApplicationSummary = z.infer<typeof applicationSummarySchema>;

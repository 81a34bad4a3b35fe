import * as z from 'zod/mini';
import { idSchema } from '../id.ts';

/** The kinds of alerts that staff receive. */
export const alertKindSchema = z.enum([
  'unaccepted',
  'unassigned',
  'not-on-the-way',
  'driver-late',
  'driver-silent',
  'not-started',
  'not-completed',
  'payment-flagged',
  'fare-check',
  'refund-failed',
  'inquiry-opened',
  'dispute-opened',
  'dispute-closed',
  'paper-expired',
  'vehicle-out',
  'driver-suspended',
  'money-difference',
  'sign-in-attack',
]);
export type AlertKind = z.infer<typeof alertKindSchema>;

/** How soon staff must react, least urgent first. */
export const alertUrgencySchema = z.enum(['later', 'soon', 'now']);
export type AlertUrgency = z.infer<typeof alertUrgencySchema>;

/** The subject of an alert: its kind (such as `ride`, `driver`, `giftCard`), its id and its display name. */
const subjectSchema = z.object({ kind: z.string(), id: z.string(), name: z.string() });
export type AlertSubject = z.infer<typeof subjectSchema>;

/** The payment of an alert, with its state at Stripe. */
const alertedPaymentSchema = z.object({
  amountCents: z.int(),
  /** Stripe's code: why a refund failed, the reason of an inquiry or dispute, or how that was closed. */
  reason: z.string(),
  /** Deadline for answering an inquiry or dispute; null if there is none. */
  answerBy: z.nullable(z.iso.datetime()),
});

const staffNameSchema = z.object({ id: z.string(), name: z.string() });

/** A problem that a person has to solve. `alertPresentation` returns what to do. */
export const alertSchema = z.object({
  id: idSchema,
  /** Incremented by every change. */
  version: z.int(),
  kind: alertKindSchema,
  /** For a ride without a driver it rises as the pickup approaches. */
  urgency: alertUrgencySchema,
  subject: subjectSchema,
  /** What happened, in a sentence. */
  text: z.string(),
  payment: z.nullable(alertedPaymentSchema),
  openedAt: z.iso.datetime(),
  /** The staff member who has taken it. */
  assignee: z.nullable(staffNameSchema),
  /** Null while the alert is open. */
  resolvedAt: z.nullable(z.iso.datetime()),
  /** The staff member who resolved it; null while it is open, or if an event resolved it. */
  resolvedBy: z.nullable(staffNameSchema),
  /** The note written when it was resolved. */
  note: z.nullable(z.string()),
});
export type Alert = z.infer<typeof alertSchema>;

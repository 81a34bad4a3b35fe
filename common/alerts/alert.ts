import * as z from 'zod/mini';
import { idSchema } from '../id.ts';

/** What staff are alerted to. */
export const alertKindSchema = z.enum([
  'unaccepted',
  'unassigned',
  'not-on-the-way',
  'driver-late',
  'driver-silent',
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

/** How soon somebody has to see to it, the least first. */
export const alertUrgencySchema = z.enum(['later', 'soon', 'now']);
export type AlertUrgency = z.infer<typeof alertUrgencySchema>;

/** What an alert is about: a kind such as `ride`, `driver`, `giftCard`, its id, and how people call it. */
const subjectSchema = z.object({ kind: z.string(), id: z.string(), name: z.string() });
export type AlertSubject = z.infer<typeof subjectSchema>;

/** The payment that an alert is about: what became of it at Stripe. */
const alertedPaymentSchema = z.object({
  amountCents: z.int(),
  /** Stripe's code: why a refund failed, why a payment is asked about or disputed, how that was closed. */
  reason: z.string(),
  /** Until when an inquiry or a dispute can be answered; null where there is no such time. */
  answerBy: z.nullable(z.iso.datetime()),
});

const staffNameSchema = z.object({ id: z.string(), name: z.string() });

/** Something a person has to see to. `adviseOn` says what there is to do. */
export const alertSchema = z.object({
  id: idSchema,
  /** Rises by one with every change. */
  version: z.int(),
  kind: alertKindSchema,
  /** Of a ride without a driver it rises as the pickup comes nearer. */
  urgency: alertUrgencySchema,
  subject: subjectSchema,
  /** What happened, in a sentence. */
  text: z.string(),
  payment: z.nullable(alertedPaymentSchema),
  openedAt: z.iso.datetime(),
  /** Who of the staff sees to it. */
  assignee: z.nullable(staffNameSchema),
  /** Null while it is open. */
  resolvedAt: z.nullable(z.iso.datetime()),
  /** Who resolved it; null where that was an event, or it is open. */
  resolvedBy: z.nullable(staffNameSchema),
  /** What they wrote when they resolved it. */
  note: z.nullable(z.string()),
});
export type Alert = z.infer<typeof alertSchema>;

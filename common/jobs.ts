import * as z from 'zod/mini';
import { idSchema } from './id.ts';

/**
 * Why money goes back, once per reason and ride: paid after the ride was called off, completed for less than was paid, or accepted by no
 * driver.
 */
export const refundReasonSchema = z.enum(['paid-too-late', 'completed-for-less', 'not-accepted']);
export type RefundReason = z.infer<typeof refundReasonSchema>;

const rideJob = z.object({ rideId: idSchema });

/** Stripe's own id of something. */
const stripeIdSchema = z.string().check(z.regex(/^\w{1,255}$/, 'Not an id of Stripe'));

/**
 * Every job by name, with its payload: ids only, the rest is read when it runs. Each may run twice and leave the same behind.
 *
 * - `confirm-payment`: reads the ride's payment at Stripe; settles, flags or refunds the ride.
 * - `expire-unpaid-ride`: 30 minutes after the request; cancels payment and ride, releases holds.
 * - `expire-unaccepted-ride`: 30 minutes after the pickup time; calls a ride off that no driver accepted.
 * - `refund-ride`: gives back what is owed for one reason.
 * - `sync-refund`: reads a refund at Stripe; where it failed after all, ride and house are told.
 * - `sync-dispute`: reads a dispute at Stripe; tells the house that it was opened, and how it ended.
 * - `relay-outbox`: every second; announces changes that a crash swallowed.
 * - `reconcile-rides`: every 30 seconds; asks again for the expiries, closings and refunds whose jobs were lost.
 * - `reconcile-payment-events`: every hour; asks Stripe again for refunds that failed and for disputes, should their events have been lost.
 * - `fulfil-gift-card`: reads a purchase's checkout at Stripe; issues its card and has it mailed.
 * - `reconcile-purchases`: every minute; asks again for the fulfilments whose jobs were lost.
 * - `send-mail`: writes one mail that is owed and sends it to its one recipient.
 * - `reconcile-mails`: every 30 seconds; asks again for the mails whose jobs were lost or given up.
 */
export const JOBS = {
  'confirm-payment': rideJob,
  'expire-unpaid-ride': rideJob,
  'expire-unaccepted-ride': rideJob,
  'refund-ride': z.object({ rideId: idSchema, reason: refundReasonSchema }),
  'sync-refund': z.object({ refundId: stripeIdSchema }),
  'sync-dispute': z.object({ disputeId: stripeIdSchema }),
  'relay-outbox': z.object({}),
  'reconcile-rides': z.object({}),
  'reconcile-payment-events': z.object({}),
  'fulfil-gift-card': z.object({ purchaseId: idSchema }),
  'reconcile-purchases': z.object({}),
  'send-mail': z.object({ mailId: idSchema }),
  'reconcile-mails': z.object({}),
} as const;

export type JobName = keyof typeof JOBS;
export type JobPayload<Name extends JobName> = z.infer<(typeof JOBS)[Name]>;

/**
 * What became of a payment when it was looked at. `unpaid`: Stripe has not got the money. `processing`: a bank still decides. `flagged`:
 * what Stripe got is not what was owed. `refunding`: paid after the ride expired.
 */
export type ConfirmOutcome = 'settled' | 'unpaid' | 'processing' | 'flagged' | 'missing-rider' | 'refunding';

/** What a job leaves for whoever waits for it. */
export type JobResult<Name extends JobName> = Name extends 'confirm-payment' ? ConfirmOutcome : unknown;

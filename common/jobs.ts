import * as z from 'zod/mini';
import { idSchema } from './id.ts';

/**
 * Why a ride is refunded, once per reason and ride: paid after it was cancelled, completed for less than was
 * paid, accepted by no driver, or cancelled by people.
 */
export const refundReasonSchema = z.enum([
  'paid-too-late',
  'completed-for-less',
  'not-accepted',
  'cancelled',
]);
export type RefundReason = z.infer<typeof refundReasonSchema>;

const rideJob = z.object({ rideId: idSchema });

/** Stripe's own id of something. */
const stripeIdSchema = z.string().check(z.regex(/^\w{1,255}$/, 'Not an id of Stripe'));

/**
 * Every job by name, with its payload: ids only, the rest is read when it runs. Each may run twice and leave
 * the same behind.
 *
 * - `confirm-payment`: reads the ride's payment at Stripe; settles, flags or refunds the ride.
 * - `expire-unpaid-ride`: 30 minutes after the request; cancels payment and ride, releases holds. Ends the payment of a ride that was
 *   cancelled while a bank decided on it.
 * - `expire-unaccepted-ride`: 30 minutes after the pickup time; cancels a ride that no driver accepted.
 * - `refund-ride`: refunds what is owed for one reason.
 * - `refund-adjustment`: makes a refund by hand.
 * - `confirm-charge`: reads at Stripe whether a charge was paid by its link; settles what it is for.
 * - `expire-charge`: when a charge can be paid no more; cancels its payment, and the charge.
 * - `refund-charge`: gives back what was paid for a charge that was withdrawn.
 * - `report-rating`: brings what a rider wrote about a poor ride into the inbox of the staff.
 * - `sync-refund`: reads a refund at Stripe; where it failed after all, records that and notifies operations.
 * - `sync-dispute`: reads a dispute at Stripe; notifies operations that it was opened, and how it was closed.
 * - `relay-outbox`: every second; publishes changes that a crash swallowed.
 * - `reconcile-rides`: every 30 seconds; enqueues the expiries and refunds whose jobs were lost.
 * - `reconcile-payment-events`: every hour; reads failed refunds and disputes at Stripe, should their events
 *   have been lost.
 * - `fulfil-gift-card`: reads a purchase's checkout at Stripe; issues its card and enqueues its email.
 * - `reconcile-purchases`: every minute; enqueues the fulfilments whose jobs were lost.
 * - `refund-gift-card`: pays what a voided card still owes back at Stripe, and enqueues the emails about it.
 * - `reconcile-gift-cards`: every minute; voids what came back to voided cards, and enqueues the refunds whose jobs
 *   were lost.
 * - `follow-up-application`: writes the emails that an application to drive owes; once it is approved, creates
 *   the driver.
 * - `reconcile-applications`: every minute; enqueues the follow-ups whose jobs were lost.
 * - `send-mail`: composes one email of the outbox and sends it to its one recipient.
 * - `reconcile-answers`: every minute; writes the answers to messages to the outbox that a crash swallowed.
 * - `reconcile-mails`: every 30 seconds; enqueues the emails whose jobs were lost or failed permanently.
 * - `remind-riders`: every hour; from ten o'clock on, writes the emails about tomorrow's rides.
 * - `watch-rides`: every 30 seconds; opens and resolves the alerts of rides that time or a lost event calls for.
 * - `tell-riders`: every 30 seconds; tells the riders whose rides nobody has accepted within the hour.
 * - `credit-late-rides`: every minute; gives the riders whose driver was ten minutes late a gift card.
 * - `watch-papers`: every hour; alerts to papers that expired with rides ahead, and mails before one does.
 * - `reconcile-money`: every day; corrects drivers' statements, holds rides, gift cards and Stripe against each other
 *   and opens an alert for each difference.
 * - `remove-unused-files`: every hour; deletes the files that no paper names any more.
 * - `erase-account`: erases what is held about somebody whose account is deleted.
 * - `reconcile-erasures`: every minute; enqueues the erasures whose jobs were lost.
 * - `remove-old-data`: every day; removes what is older than the privacy page says.
 * - `record-broken-calls`: every minute; writes to the audit log which calls of the staff never ended.
 * - `trim-audit-log`: every day; deletes the lines that are older than 400 days, those of sign-ins than 90.
 * - `watch-sign-ins`: every minute; records failed tries in the audit log, and alerts to an attack on all accounts.
 */
export const JOBS = {
  'confirm-payment': rideJob,
  'expire-unpaid-ride': rideJob,
  'expire-unaccepted-ride': rideJob,
  'refund-ride': z.object({ rideId: idSchema, reason: refundReasonSchema }),
  'refund-adjustment': z.object({ rideId: idSchema, adjustmentId: idSchema }),
  'confirm-charge': z.object({ chargeId: idSchema }),
  'expire-charge': z.object({ chargeId: idSchema }),
  'refund-charge': z.object({ chargeId: idSchema }),
  'report-rating': rideJob,
  'sync-refund': z.object({ refundId: stripeIdSchema }),
  'sync-dispute': z.object({ disputeId: stripeIdSchema }),
  'relay-outbox': z.object({}),
  'reconcile-rides': z.object({}),
  'reconcile-payment-events': z.object({}),
  'fulfil-gift-card': z.object({ purchaseId: idSchema }),
  'reconcile-purchases': z.object({}),
  'refund-gift-card': z.object({ giftCardId: idSchema }),
  'reconcile-gift-cards': z.object({}),
  'follow-up-application': z.object({ applicationId: idSchema }),
  'reconcile-applications': z.object({}),
  'send-mail': z.object({ mailId: idSchema }),
  'reconcile-answers': z.object({}),
  'reconcile-mails': z.object({}),
  'remind-riders': z.object({}),
  'watch-rides': z.object({}),
  'tell-riders': z.object({}),
  'credit-late-rides': z.object({}),
  'watch-papers': z.object({}),
  'reconcile-money': z.object({}),
  'remove-unused-files': z.object({}),
  'record-broken-calls': z.object({}),
  'trim-audit-log': z.object({}),
  'erase-account': z.object({ userId: idSchema }),
  'reconcile-erasures': z.object({}),
  'remove-old-data': z.object({}),
  'watch-sign-ins': z.object({}),
} as const;

export type JobName = keyof typeof JOBS;
export type JobPayload<Name extends JobName> = z.infer<(typeof JOBS)[Name]>;

/**
 * The outcome of reading a payment. `unpaid`: Stripe has not received the money. `processing`: a bank still
 * decides. `flagged`: what Stripe got is not what was owed. `refunding`: paid after the ride expired.
 */
export type ConfirmOutcome = 'settled' | 'unpaid' | 'processing' | 'flagged' | 'missing-rider' | 'refunding';

/** What a job returns to a caller that waits for it. */
export type JobResult<Name extends JobName> = Name extends 'confirm-payment' | 'confirm-charge'
  ? ConfirmOutcome
  : unknown;

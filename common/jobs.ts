import * as z from 'zod/mini';
import { idSchema } from './id.ts';

/**
 * Why a ride is refunded, at most once per reason and ride: paid after cancellation, completed for less than
 * was paid, accepted by no driver, or cancelled by a person.
 */
export const refundReasonSchema = z.enum([
  'paid-too-late',
  'completed-for-less',
  'not-accepted',
  'cancelled',
]);
export type RefundReason = z.infer<typeof refundReasonSchema>;

const rideJob = z.object({ rideId: idSchema });

/** Id of an object at Stripe. */
const stripeIdSchema = z.string().check(z.regex(/^\w{1,255}$/, 'Not an id of Stripe'));

/**
 * Every job by name, with its payload. Payloads hold only ids; a job reads everything else when it runs. All
 * jobs are idempotent.
 *
 * - `confirm-payment`: reads the ride's payment at Stripe; settles, flags or refunds the ride.
 * - `expire-unpaid-ride`: 30 minutes after the request; cancels payment and ride and releases the holds. Also
 *   ends the payment of a ride that was cancelled while the bank was processing it.
 * - `expire-unaccepted-ride`: 30 minutes after the pickup time; cancels a ride that no driver accepted.
 * - `refund-ride`: refunds the amount owed for one reason.
 * - `refund-adjustment`: makes a refund that staff decided.
 * - `confirm-charge`: reads at Stripe whether a charge was paid by its link; settles the charge.
 * - `expire-charge`: when a charge can no longer be paid; cancels its payment and the charge.
 * - `refund-charge`: refunds the payment of a withdrawn charge.
 * - `report-rating`: adds a rider's comment on a poorly rated ride to the staff's inbox.
 * - `sync-refund`: reads a refund at Stripe; if it failed later, records that and notifies operations.
 * - `sync-dispute`: reads a dispute at Stripe; notifies operations when it is opened and closed.
 * - `relay-outbox`: every second; publishes changes left in the outbox by a crash.
 * - `reconcile-rides`: every 30 seconds; enqueues expiries and refunds whose jobs were lost.
 * - `reconcile-payment-events`: every hour; reads failed refunds and disputes at Stripe, in case their events
 *   were lost.
 * - `fulfil-gift-card`: reads a purchase's checkout at Stripe; issues the card and enqueues its email.
 * - `reconcile-purchases`: every minute; enqueues fulfilments whose jobs were lost.
 * - `refund-gift-card`: makes the owed refund of a voided card at Stripe and enqueues the emails about it.
 * - `reconcile-gift-cards`: every minute; voids amounts returned to voided cards; enqueues refunds whose jobs
 *   were lost.
 * - `follow-up-application`: writes the pending emails of an application to drive; creates the driver once
 *   approved.
 * - `reconcile-applications`: every minute; enqueues follow-ups whose jobs were lost.
 * - `send-mail`: composes one email of the outbox and sends it to its only recipient.
 * - `reconcile-answers`: every minute; writes answers to messages to the outbox that a crash left out.
 * - `reconcile-mails`: every 30 seconds; enqueues emails whose jobs were lost or failed permanently.
 * - `remind-riders`: every hour; from ten o'clock on, writes the emails about tomorrow's rides.
 * - `watch-rides`: every 30 seconds; opens and resolves alerts of rides that depend on time or whose event
 *   was lost.
 * - `tell-riders`: every 30 seconds; notifies riders when no driver has accepted a ride with pickup within
 *   the hour.
 * - `credit-late-rides`: every minute; sends a gift card to riders whose driver was ten minutes late.
 * - `watch-papers`: every hour; opens alerts for expired papers of drivers with rides ahead, and mails before
 *   a paper expires.
 * - `reconcile-money`: every day; corrects drivers' statements, compares rides, gift cards and Stripe, and
 *   opens an alert for each difference.
 * - `remove-unused-files`: every hour; deletes files that no paper references.
 * - `erase-account`: erases the personal data of a deleted account.
 * - `reconcile-erasures`: every minute; enqueues erasures whose jobs were lost.
 * - `remove-old-data`: every day; removes data older than the privacy page states.
 * - `record-broken-calls`: every minute; records in the audit log the staff calls that never ended.
 * - `trim-audit-log`: every day; deletes lines older than 400 days, and those of sign-ins older than 90.
 * - `watch-sign-ins`: every minute; records failed sign-ins in the audit log and opens an alert on an attack
 *   on all accounts.
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
 * The outcome of reading a payment at Stripe. `unpaid`: no money received. `processing`: the bank has not
 * decided. `flagged`: the payment differs from what was owed. `refunding`: paid after the ride expired.
 */
export type ConfirmOutcome = 'settled' | 'unpaid' | 'processing' | 'flagged' | 'missing-rider' | 'refunding';

/** What a job returns to a caller that awaits it. */
export type JobResult<Name extends JobName> = Name extends 'confirm-payment' | 'confirm-charge'
  ? ConfirmOutcome
  : unknown;

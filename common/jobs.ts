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
 * jobs are idempotent. When the recurring ones run is in `workers/index.ts`.
 */
export const JOBS = {
  /** Reads the ride's payment at Stripe; settles, flags or refunds the ride. */
  'confirm-payment': rideJob,
  /**
   * 30 minutes after the request: cancels payment and ride and releases the holds. Also ends the payment of a
   * ride that was cancelled while the bank was processing it.
   */
  'expire-unpaid-ride': rideJob,
  /** 30 minutes after the pickup time: cancels a ride that no driver accepted. */
  'expire-unaccepted-ride': rideJob,
  /** Refunds the amount owed for one reason. */
  'refund-ride': z.object({ rideId: idSchema, reason: refundReasonSchema }),
  /** Makes the refund that an adjustment owes. */
  'refund-adjustment': z.object({ rideId: idSchema, adjustmentId: idSchema }),
  /** Reads a charge's payment or checkout at Stripe and settles it. */
  'confirm-charge': z.object({ chargeId: idSchema }),
  /** When a charge can no longer be paid: cancels its payment and the charge. */
  'expire-charge': z.object({ chargeId: idSchema }),
  /** Refunds what is left of a charge's payment. */
  'refund-charge': z.object({ chargeId: idSchema }),
  /** Adds a rider's comment on a poorly rated ride to the staff's inbox. */
  'report-rating': rideJob,
  /** Reads a refund at Stripe; if it failed later, records that and notifies operations. */
  'sync-refund': z.object({ refundId: stripeIdSchema }),
  /** Reads a dispute at Stripe; notifies operations when it is opened and closed. */
  'sync-dispute': z.object({ disputeId: stripeIdSchema }),
  /** Publishes changes left in the outbox by a crash. */
  'relay-outbox': z.object({}),
  /** Enqueues confirmations, expiries and refunds of rides whose jobs were lost. */
  'reconcile-rides': z.object({}),
  /** Reads failed refunds and disputes at Stripe, in case their events were lost. */
  'reconcile-payment-events': z.object({}),
  /** Reads a purchase's checkout at Stripe; issues the card and enqueues its email. */
  'fulfil-gift-card': z.object({ purchaseId: idSchema }),
  /** Enqueues fulfilments whose jobs were lost. */
  'reconcile-purchases': z.object({}),
  /** Makes the owed refund of a voided card at Stripe and enqueues the emails about it. */
  'refund-gift-card': z.object({ giftCardId: idSchema }),
  /** Voids amounts returned to voided cards; enqueues refunds whose jobs were lost. */
  'reconcile-gift-cards': z.object({}),
  /** Writes the pending emails of an application to drive; creates the driver once approved. */
  'follow-up-application': z.object({ applicationId: idSchema }),
  /** Enqueues follow-ups whose jobs were lost. */
  'reconcile-applications': z.object({}),
  /** Composes one email of the outbox and sends it to its only recipient. */
  'send-mail': z.object({ mailId: idSchema }),
  /** Writes answers to messages to the outbox that a crash left out. */
  'reconcile-answers': z.object({}),
  /** Enqueues emails whose jobs were lost or failed permanently. */
  'reconcile-mails': z.object({}),
  /** From ten o'clock on, writes the emails about tomorrow's rides. */
  'remind-riders': z.object({}),
  /**
   * Opens and resolves alerts of rides that depend on time or whose event was lost; resolves those about
   * papers that no longer matter.
   */
  'watch-rides': z.object({}),
  /** Notifies riders when no driver has accepted a ride with pickup within the hour. */
  'notify-still-searching': z.object({}),
  /** Sends a gift card to riders whose driver was ten minutes late. */
  'credit-late-rides': z.object({}),
  /** Opens alerts for expired papers of drivers with rides ahead, and mails before a paper expires. */
  'watch-papers': z.object({}),
  /**
   * Corrects drivers' statements, compares rides, gift cards and Stripe, and opens an alert for each
   * difference.
   */
  'reconcile-money': z.object({}),
  /** Deletes files that no paper references. */
  'remove-unused-files': z.object({}),
  /** Records in the audit log the staff calls that never ended. */
  'record-broken-calls': z.object({}),
  /** Deletes lines older than 400 days, and those of sign-ins older than 90. */
  'trim-audit-log': z.object({}),
  /** Erases the personal data of a deleted account. */
  'erase-account': z.object({ userId: idSchema }),
  /** Enqueues erasures whose jobs were lost. */
  'reconcile-erasures': z.object({}),
  /** Removes data older than the privacy page states. */
  'remove-old-data': z.object({}),
  /** Records failed sign-ins in the audit log and opens an alert on an attack on all accounts. */
  'watch-sign-ins': z.object({}),
} as const;

export type JobName = keyof typeof JOBS;
export type JobPayload<Name extends JobName> = z.infer<(typeof JOBS)[Name]>;

/**
 * The outcome of reading a payment at Stripe. `settled`: the ride or charge is settled, by this payment or
 * before. `unpaid`: no money received. `processing`: the bank has not decided. `flagged`: the payment differs
 * from what was owed. `missing-rider`: it differs, and its metadata name no rider. `refunding`: it is owed
 * back, or was refunded: it came too late, or the ride's promo code was refused for its card.
 */
export type ConfirmOutcome = 'settled' | 'unpaid' | 'processing' | 'flagged' | 'missing-rider' | 'refunding';

/** What a job returns to a caller that awaits it. */
export type JobResult<Name extends JobName> = Name extends 'confirm-payment' | 'confirm-charge'
  ? ConfirmOutcome
  : unknown;

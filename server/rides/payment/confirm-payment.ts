import type { QueryFilter } from 'mongoose';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { ConfirmOutcome, RefundReason } from '#common/jobs.ts';
import { LATE_ACCEPT_MS } from '#common/rides/punctuality.ts';
import { WORKER } from '../../audit-log/record-audit.ts';
import { logger } from '../../infra/logger.ts';
import { tryEnqueue } from '../../infra/queues.ts';
import { isPaymentFor, type Payment, readPayment } from '../../payments/stripe-payments.ts';
import { captureHolds } from '../booking/ride-holds.ts';
import { cancelRide } from '../cancel/cancel-ride.ts';
import { type RideDoc, RideModel, type RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';

/** A flagged ride too: its payment may have been put right at Stripe. */
const PAYABLE: QueryFilter<RideDoc> = {
  status: 'requested',
  paymentStatus: { $in: ['pending', 'flagged'] },
};

/**
 * Reads a ride's payment at Stripe and settles the ride if it is made. Neither webhook nor browser proves
 * anything: the payment is read by the id stored with the ride, and only id, amount, currency, ride and rider
 * together settle it, once promo and gift card are captured. Repeatable.
 *
 * @throws AppError NOT_FOUND
 */
export async function confirmPayment(rideId: string): Promise<ConfirmOutcome> {
  const ride = await findRide(rideId);
  const known = knownOutcome(ride);
  if (known) return known;
  if (!ride.paymentIntentId) return 'unpaid';

  const payment = await readPayment(ride.paymentIntentId);
  if (!payment.isPaid) return payment.isProcessing ? 'processing' : 'unpaid';
  const metadata = { rideId, riderId: ride.riderId };
  if (!isPaymentFor(payment, { dueCents: ride.fare.totalCents, metadata })) return flagPayment(ride, payment);

  // Only a cancelled payment lets a ride expire: what is captured now cannot be released under it.
  const settled = (await captureHolds(ride))
    ? await markPaid(rideId, { guard: PAYABLE, patch: { paymentStatus: 'paid', payment: payment.card } })
    : await cancelRide(rideId, { guard: PAYABLE });
  return knownOutcome(settled ?? (await findRide(rideId))) ?? refundLatePayment(rideId);
}

interface Settlement {
  /** What must hold of a ride that waits to be settled. */
  guard: QueryFilter<RideDoc>;
  /** How it is settled, and by which card. */
  patch: Pick<RideDoc, 'paymentStatus'> & Partial<Pick<RideDoc, 'payment' | 'paymentIntentId' | 'charges'>>;
  /** Who settles it; a worker that read the payment, unless it is somebody else. */
  by?: AuditActor;
}

/**
 * Settles a ride, which makes it an offer, and schedules its expiry should no driver accept it.
 *
 * @returns null when the guard did not hold
 */
export async function markPaid(
  rideId: string,
  { guard, patch, by = WORKER }: Settlement,
): Promise<RideRecord | null> {
  const settled = await transitionRide({ rideId, change: 'paid', by, guard, patch });
  if (settled) {
    const closesAt = Date.parse(settled.scheduledAt) + LATE_ACCEPT_MS;
    await tryEnqueue('expire-unaccepted-ride', { rideId }, { delayMs: Math.max(0, closesAt - Date.now()) });
  }
  return settled;
}

/** The outcome of a ride's payment, if it is known; null while it is not. */
export function knownOutcome({ paymentStatus }: RideRecord): ConfirmOutcome | null {
  switch (paymentStatus) {
    case 'paid':
    case 'waived':
    case 'on_account':
      return 'settled';
    case 'refunded':
      return 'refunding';
    default:
      return null;
  }
}

/** Keeps a ride from the drivers until somebody has reviewed its payment. */
export async function flagPayment(ride: RideRecord, payment: Payment): Promise<ConfirmOutcome> {
  logger.error({ rideId: ride.id, paymentIntentId: payment.id }, 'payment does not match ride');
  await transitionRide({
    rideId: ride.id,
    change: 'flagged',
    by: WORKER,
    guard: { paymentStatus: 'pending' },
    patch: { paymentStatus: 'flagged' },
  });
  return payment.metadata.riderId ? 'flagged' : 'missing-rider';
}

const TOO_LATE: RefundReason = 'paid-too-late';

/**
 * The payment was made, but the ride had been cancelled. What is owed is written first, for
 * `reconcile-rides`.
 */
export async function refundLatePayment(rideId: string): Promise<ConfirmOutcome> {
  await RideModel.updateOne(
    { _id: rideId, paymentStatus: 'expired' },
    { $set: { refundOwed: { reason: TOO_LATE, since: new Date() } } },
  );
  await tryEnqueue('refund-ride', { rideId, reason: TOO_LATE });
  return 'refunding';
}

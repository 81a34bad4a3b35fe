import type { QueryFilter } from 'mongoose';
import type { ConfirmOutcome } from '#common/jobs.ts';
import { logger } from '../infra/logger.ts';
import { tryEnqueue } from '../infra/queues.ts';
import { cancelRide } from '../rides/cancel-ride.ts';
import { captureHolds } from '../rides/capture-holds.ts';
import { enqueueLatePaymentRefund } from '../rides/enqueue-late-payment-refund.ts';
import { findRide } from '../rides/find-rides.ts';
import { markPaid } from '../rides/mark-paid.ts';
import type { RideDoc } from '../rides/ride-model.ts';
import type { RideRecord } from '../rides/ride-record.ts';
import { transitionRide } from '../rides/transition-ride.ts';
import { isPaymentFor, type Payment, readPayment } from './stripe-payments.ts';

/** A flagged ride too: its payment may have been put right at Stripe. */
const PAYABLE: QueryFilter<RideDoc> = {
  status: 'requested',
  paymentStatus: { $in: ['pending', 'flagged'] },
};

/**
 * Looks at Stripe and settles a ride if its payment is made. Whoever asks, webhook or browser, proves nothing: the truth is read
 * here, by the id stored with the ride, and only id, amount, currency, ride and rider together settle it, once promo and gift card have
 * given their part. Repeatable.
 */
export async function confirmPayment(rideId: string): Promise<ConfirmOutcome> {
  const ride = await findRide(rideId);
  const known = knownOutcome(ride);
  if (known) return known;
  if (!ride.paymentIntentId) return 'unpaid';

  const payment = await readPayment(ride.paymentIntentId);
  if (!payment.isPaid) return payment.isProcessing ? 'processing' : 'unpaid';
  if (!isPaymentFor(payment, { id: ride.id, riderId: ride.riderId, dueCents: ride.fare.totalCents })) {
    return flag(ride, payment);
  }

  // Only a cancelled payment lets a ride expire: what is captured now cannot be released under it.
  const settled = (await captureHolds(ride))
    ? await markPaid(rideId, { guard: PAYABLE, patch: { paymentStatus: 'paid', payment: payment.card } })
    : await cancelRide(rideId, { guard: PAYABLE });
  return knownOutcome(settled ?? (await findRide(rideId))) ?? giveBack(rideId);
}

function knownOutcome({ paymentStatus }: RideRecord): ConfirmOutcome | null {
  switch (paymentStatus) {
    case 'paid':
    case 'waived':
      return 'settled';
    case 'refunded':
      return 'refunding';
    default:
      return null;
  }
}

/** Keeps a ride from the drivers until somebody has looked into its payment. */
async function flag(ride: RideRecord, payment: Payment): Promise<ConfirmOutcome> {
  logger.error({ rideId: ride.id, paymentIntentId: payment.id }, 'payment does not match ride');
  await transitionRide({
    rideId: ride.id,
    change: 'flagged',
    guard: { paymentStatus: 'pending' },
    patch: { paymentStatus: 'flagged' },
  });
  return payment.riderId ? 'flagged' : 'missing-rider';
}

/** The money came, but the ride had been called off. */
async function giveBack(rideId: string): Promise<ConfirmOutcome> {
  await enqueueLatePaymentRefund(rideId);
  await tryEnqueue('refund-ride', { rideId, reason: 'paid-too-late' });
  return 'refunding';
}

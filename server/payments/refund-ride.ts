import type { RefundReason } from '#common/jobs.ts';
import type { Cents } from '#common/money.ts';
import { findRide } from '../rides/find-rides.ts';
import { owedBackCents } from '../rides/owed-back.ts';
import type { RideRecord } from '../rides/ride-record.ts';
import { transitionRide } from '../rides/transition-ride.ts';
import { readPayment, refundPayment } from './stripe-payments.ts';

/**
 * Gives back what a ride's rider is owed for one reason, once: Stripe's idempotency key is made of ride and reason, and the ride
 * records it. Repeatable; throws when the ride changed meanwhile, so that the job runs again.
 */
export async function refundRide(rideId: string, reason: RefundReason): Promise<void> {
  const ride = await findRide(rideId);
  if (!ride.paymentIntentId || ride.refunds.some((refund) => refund.reason === reason)) return;
  const amountCents = await owedCents(ride, ride.paymentIntentId, reason);
  if (amountCents <= 0) return;

  const refundId = await refundPayment({
    paymentIntentId: ride.paymentIntentId,
    amountCents,
    key: `${ride.id}:${reason}`,
  });
  const refunded = await transitionRide({
    rideId,
    change: 'refunded',
    guard: { version: ride.version },
    patch: {
      refunds: [...ride.refunds, { reason, amountCents, refundId }],
      ...(reason === 'paid-too-late' && { paymentStatus: 'refunded' }),
    },
    unset: 'refundOwed',
  });
  if (!refunded) throw new Error(`ride ${rideId} changed while it was refunded`);
}

/** What came too late goes back whole, a completed ride gives back the difference. */
async function owedCents(ride: RideRecord, paymentIntentId: string, reason: RefundReason): Promise<Cents> {
  if (reason === 'completed-for-less') return owedBackCents(ride);
  return ride.paymentStatus === 'expired' ? (await readPayment(paymentIntentId)).receivedCents : 0;
}

import type { ConfirmOutcome } from '#common/jobs.ts';
import { logger } from '../infra/logger.ts';
import { enqueue } from '../infra/queues.ts';
import { findRide } from '../rides/find-rides.ts';
import type { RideRecord } from '../rides/ride-record.ts';
import { transitionRide } from '../rides/transition-ride.ts';
import { isPaymentFor, readPayment } from './stripe-payments.ts';

/**
 * Looks at Stripe and settles a ride if its payment is made. Whoever asks, webhook or browser, proves nothing: the truth is read
 * here, by the id stored with the ride, and only id, amount, currency, ride and rider together settle it. Repeatable.
 */
export async function confirmPayment(rideId: string): Promise<ConfirmOutcome> {
  const ride = await findRide(rideId);
  const known = knownOutcome(ride);
  if (known) return known;
  if (!ride.paymentIntentId) return 'unpaid';

  const payment = await readPayment(ride.paymentIntentId);
  if (!payment.isPaid) return 'unpaid';

  if (!isPaymentFor(payment, { id: ride.id, riderId: ride.riderId, dueCents: ride.fare.totalCents })) {
    logger.error({ rideId, paymentIntentId: payment.id }, 'a payment does not match its ride');
    await transitionRide({
      rideId,
      change: 'flagged',
      guard: { paymentStatus: 'pending' },
      patch: { paymentStatus: 'flagged' },
    });
    return payment.riderId ? 'flagged' : 'missing-rider';
  }

  const paid = await transitionRide({
    rideId,
    change: 'paid',
    guard: { status: 'requested', paymentStatus: 'pending' },
    patch: { paymentStatus: 'paid', payment: payment.card },
  });
  if (paid) return 'settled';

  const current = await findRide(rideId);
  if (current.status !== 'cancelled') return 'settled';
  await enqueue('refund-ride', { rideId, reason: 'paid-too-late' });
  return 'refunding';
}

function knownOutcome(ride: RideRecord): ConfirmOutcome | null {
  switch (ride.paymentStatus) {
    case 'paid':
    case 'waived':
      return 'settled';
    case 'refunded':
      return 'refunding';
    case 'flagged':
      return 'flagged';
    default:
      return null;
  }
}

import { findRide } from '../rides/find-rides.ts';
import { transitionRide } from '../rides/transition-ride.ts';
import { notifyOperations } from './notify-operations.ts';
import { refundRide } from './refund-ride.ts';
import { type Refund, readRefund } from './stripe-refunds.ts';

/**
 * Looks at a refund at Stripe. Where it failed after it had been accepted, the ride stops telling that the money is back, and the house is
 * told, so that somebody pays it back in another way. Repeatable; throws when the ride changed meanwhile, so that the job runs again.
 */
export async function syncRefund(refundId: string): Promise<void> {
  const refund = await readRefund(refundId);
  const { amountCents, failure, paidFor } = refund;
  if (!failure || !paidFor) return;
  if (paidFor.rideId) await failOnRide(paidFor.rideId, refund, failure);
  await notifyOperations({
    key: `${refundId} failed`,
    kind: 'refund-failed',
    paidFor,
    amountCents,
    word: failure,
  });
}

/** Does nothing for a refund that the ride does not tell of: somebody made it at Stripe itself. */
async function failOnRide(rideId: string, { id, reason }: Refund, failure: string): Promise<void> {
  // Stripe may fail a refund before the worker that asked for it has written it down.
  if (reason) await refundRide(rideId, reason);

  const ride = await findRide(rideId);
  if (!ride.refunds.some((refund) => refund.refundId === id && !refund.failure)) return;
  const failed = await transitionRide({
    rideId,
    change: 'refund_failed',
    guard: { version: ride.version },
    patch: {
      refunds: ride.refunds.map((refund) => (refund.refundId === id ? { ...refund, failure } : refund)),
    },
  });
  if (!failed) throw new Error(`ride ${rideId} changed while its refund failed`);
}

import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import type { CancelledBy } from '#common/rides/ride-money.ts';
import { wasEverSettled } from '#common/rides/ride-states.ts';
import type { OwedEvent } from '../../audit-log/record-audit.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { tryEnqueue } from '../../infra/queues.ts';
import { cancelPayment, paymentStatusError, type RequestAbout } from '../../payments/stripe-payments.ts';
import { closeChargeCheckout } from '../charges/charge-checkouts.ts';
import { findOrder } from '../order/ride-order.ts';
import { syncReturnRide } from '../order/sync-return-ride.ts';
import { paymentOwedBack } from '../payment/payment-outcomes.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { cancelUnpaidRide } from './cancel-unpaid-ride.ts';

interface Cancelling {
  by: CancelledBy;
  reason: string;
  actor: AuditActor;
  audit: OwedEvent | false;
}

/**
 * Cancels an unsettled ride together with the other leg of its return trip, and closes their payment. A
 * payment that arrives anyway is refunded as too late; so is what was paid for a flagged ride.
 *
 * @returns the ride, or null when it changed since it was read
 * @throws AppError RIDE_CHANGED when it was just paid; PAYMENT_PROVIDER when Stripe does not answer
 */
export async function cancelUnpaidOrder(
  ride: RideRecord,
  { by, reason, actor, audit }: Cancelling,
): Promise<RideRecord | null> {
  const order = await findOrder(ride);
  const { firstRide } = order;
  // Settles a return ride that has not followed its settled first ride yet.
  if (wasEverSettled(firstRide)) await syncReturnRide(order);
  const isUndecided = (await closeOpenPayments(firstRide)) === 'processing';
  const isFlagged = firstRide.paymentStatus === 'flagged';
  const cancelled = await cancelUnpaidRide(firstRide.id, {
    by: actor,
    ...(reason && { text: reason }),
    // Guarded by payment status, not version: the payment is already closed, so a concurrent change such as a
    // note must not leave the ride waiting for it.
    guard: { paymentStatus: firstRide.paymentStatus },
    patch: {
      cancellation: { by, feeCents: 0, reason },
      ...(isFlagged && paymentOwedBack()),
      ...(isUndecided && { undecidedPaymentSince: databaseClock.now() }),
    },
    audit,
  });
  await syncReturnRide(order);
  if (!cancelled) return null;
  return firstRide.id === ride.id ? cancelled : findRide(ride.id);
}

/**
 * Closes the open payments of an unsettled ride, so that it can no longer be paid.
 *
 * @returns `processing` when the bank is still deciding on its payment, so that Stripe does not cancel it
 * @throws AppError RIDE_CHANGED when it has just been paid (the payment is then confirmed); PAYMENT_PROVIDER
 */
async function closeOpenPayments(ride: RideRecord): Promise<'closed' | 'processing'> {
  const { id: rideId, paymentStatus, paymentIntentId, charges } = ride;
  if (paymentStatus === 'flagged') return 'closed';
  if (wasEverSettled(ride)) throw paidJustNow();
  const payment = paymentIntentId
    ? await cancelPayment(paymentIntentId).catch(failAsking({ operation: 'cancel payment', rideId }))
    : null;
  if (payment?.isPaid) {
    await tryEnqueue('confirm-payment', { rideId });
    throw paidJustNow();
  }
  for (const { id: chargeId, status } of charges) {
    if (status !== 'open') continue;
    const asking = failAsking({ operation: 'end checkout', rideId, chargeId });
    const checkout = await closeChargeCheckout(chargeId).catch(asking);
    if (!checkout?.isPaid) continue;
    await tryEnqueue('confirm-charge', { chargeId });
    throw paidJustNow();
  }
  return payment === null || payment.isCancelled ? 'closed' : 'processing';
}

/** The refusal to cancel a ride as unpaid that was just paid. */
export const paidJustNow = (): AppError =>
  new AppError('RIDE_CHANGED', 'This ride was paid a moment ago. Please look again.');

const failAsking =
  (about: RequestAbout) =>
  (cause: unknown): never => {
    throw paymentStatusError(cause, about);
  };

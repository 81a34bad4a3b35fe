import { databaseClock } from '../../infra/database-clock.ts';
import { cancelPayment } from '../../payments/stripe-payments.ts';
import { cancelUnpaidRide } from '../cancel/cancel-unpaid-ride.ts';
import { closeChargeCheckout } from '../charges/charge-checkouts.ts';
import { confirmCharge } from '../charges/confirm-charge.ts';
import { findOrder } from '../order/ride-order.ts';
import { syncReturnRide } from '../order/sync-return-ride.ts';
import { RideModel, type RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { confirmPayment } from './confirm-payment.ts';

/**
 * Expires a ride that was not paid in time, and its return trip. Closes its payment or payment link first, so
 * that it can no longer be paid, then cancels the ride and releases its holds. If it turns out to be paid, it
 * is confirmed instead. Does nothing before its deadline, while the bank is still processing the payment, or
 * once the ride is settled. For a ride cancelled while the bank was processing, ends the payment afterwards
 * and refunds what was paid. Idempotent.
 */
export async function expireUnpaidRide(rideId: string): Promise<void> {
  const order = await findOrder(await findRide(rideId));
  if (await isUndecided(order.firstRide.id)) await endPayment(order.firstRide);
  else await expireUnpaid(order.firstRide);
  await syncReturnRide(order);
}

const isUndecided = async (rideId: string): Promise<boolean> =>
  (await RideModel.exists({ _id: rideId, undecidedPaymentSince: { $exists: true } })) !== null;

/** Ends an undecided payment without relying on a webhook, which may never arrive. */
async function endPayment({ id: rideId, paymentIntentId }: RideRecord): Promise<void> {
  const payment = paymentIntentId ? await cancelPayment(paymentIntentId) : null;
  if (payment?.isPaid) await confirmPayment(rideId);
  if (payment && !payment.isPaid && !payment.isCancelled) return;
  await RideModel.updateOne({ _id: rideId }, { $unset: { undecidedPaymentSince: 1 } });
}

async function expireUnpaid(ride: RideRecord): Promise<void> {
  if (ride.paymentStatus !== 'pending' || Date.parse(ride.payBy) > databaseClock.nowMs()) return;

  if (ride.paymentIntentId) {
    const payment = await cancelPayment(ride.paymentIntentId);
    if (payment.isPaid) await confirmPayment(ride.id);
    if (!payment.isCancelled) return;
  }
  for (const { id: chargeId, status } of ride.charges) {
    const checkout = status === 'open' ? await closeChargeCheckout(chargeId) : null;
    if (checkout?.isPaid) await confirmCharge(chargeId);
    if (checkout && !checkout.isExpired) return;
  }
  await cancelUnpaidRide(ride.id);
}

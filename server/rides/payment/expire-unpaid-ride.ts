import { cancelPayment } from '../../payments/stripe-payments.ts';
import { cancelRide } from '../cancel/cancel-ride.ts';
import { closeChargeCheckout } from '../charges/charge-checkouts.ts';
import { confirmCharge } from '../charges/confirm-charge.ts';
import { findRide } from '../ride-queries.ts';
import { confirmPayment } from './confirm-payment.ts';

/**
 * Expires a ride that was not paid in time: cancels first its payment, or the checkout of its link, so that nobody can pay any more, then
 * the ride, and releases its holds. If it turns out to be paid after all, it is confirmed instead. Does
 * nothing before its time, while a bank still decides, or once the ride is settled. Repeatable.
 */
export async function expireUnpaidRide(rideId: string): Promise<void> {
  const ride = await findRide(rideId);
  if (ride.paymentStatus !== 'pending' || Date.parse(ride.payBy) > Date.now()) return;

  if (ride.paymentIntentId) {
    const payment = await cancelPayment(ride.paymentIntentId);
    if (payment.isPaid) await confirmPayment(rideId);
    if (!payment.isCancelled) return;
  }
  for (const { id: chargeId, status } of ride.charges) {
    const checkout = status === 'open' ? await closeChargeCheckout(chargeId) : null;
    if (checkout?.isPaid) await confirmCharge(chargeId);
    if (checkout && !checkout.isExpired) return;
  }
  await cancelRide(rideId);
}

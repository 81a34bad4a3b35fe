import { cancelPayment } from '../../payments/stripe-payments.ts';
import { cancelRide } from '../dispatch/cancel-ride.ts';
import { findRide } from '../ride-queries.ts';
import { confirmPayment } from './confirm-payment.ts';

/**
 * Expires a ride that was not paid in time: cancels first its payment, so that nobody can pay any more, then
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
  await cancelRide(rideId);
}

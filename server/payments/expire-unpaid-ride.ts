import { cancelRide } from '../rides/cancel-ride.ts';
import { findRide } from '../rides/find-rides.ts';
import { confirmPayment } from './confirm-payment.ts';
import { cancelPayment } from './stripe-payments.ts';

/**
 * Takes back a ride that was not paid in time: first its payment, so that nobody can pay any more, then the ride, with what it holds. If it turns out
 * to be paid after all, it is confirmed instead. Does nothing before its time, while a bank still decides, or once the ride is
 * settled. Repeatable.
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

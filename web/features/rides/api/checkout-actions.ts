import * as api from '#common/rides/checkout-api.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { call } from '#web/lib/call.ts';
import { receiveRides } from '../store/ride-store.ts';

/** Reopens the payment of an unpaid ride. @returns its client secret @throws ApiError */
export async function reopenCheckout(rideId: string): Promise<string> {
  const { clientSecret } = await call(api.reopenCheckout, { rideId });
  return clientSecret;
}

/**
 * Checks, before Stripe charges a card, that it may be used with the ride's promo code.
 * @throws ApiError 400 when it may not
 */
export async function checkCard(rideId: string, confirmationTokenId: string): Promise<void> {
  await call(api.checkCard, { rideId, confirmationTokenId });
}

/**
 * Books a ride with nothing to pay.
 * @returns the updated ride
 * @throws ApiError 409 when its hold has expired
 */
export async function confirmBooking(rideId: string): Promise<RiderRide> {
  const ride = await call(api.confirmBooking, { rideId });
  receiveRides([ride]);
  return ride;
}

interface Payment {
  rideId: string;
  paymentIntentId: string;
}

/**
 * Lets the server verify at Stripe that a payment was made.
 * @returns the ride, `pending` until the server has confirmed the payment
 * @throws ApiError
 */
export async function verifyPayment(
  { rideId, paymentIntentId }: Payment,
  riderId: string,
): Promise<RiderRide> {
  const { ride } = await call(api.verifyPayment, { rideId, paymentIntentId, riderId });
  receiveRides([ride]);
  return ride;
}

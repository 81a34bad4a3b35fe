import * as api from '#common/rides/rides-api.ts';
import { call } from '#web/lib/call.ts';
import type { PaymentReturn } from './payment-return.ts';
import { receiveRides } from './ride-store.ts';

/** Makes the server look at a payment that came back from the card's bank. Throws `ApiError`. @returns whether the ride is settled by now */
export async function confirmPayment(
  { rideId, paymentIntentId }: PaymentReturn,
  riderId: string,
): Promise<boolean> {
  const { ride } = await call(api.confirmPayment, { rideId, paymentIntentId, riderId });
  receiveRides([ride]);
  return ride.paymentStatus !== 'pending';
}

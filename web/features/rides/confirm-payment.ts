import { api } from '#web/lib/api-client.ts';
import type { PaymentReturn } from './payment-return.ts';
import { confirmedRideReply } from './reply-schemas.ts';
import { receiveRides } from './ride-store.ts';

/** Makes the server look at a payment that came back from the card's bank. Throws `ApiError`. @returns whether the ride is settled by now */
export async function confirmPayment(
  { rideId, paymentIntentId }: PaymentReturn,
  riderId: string,
): Promise<boolean> {
  const body = { paymentIntentId, riderId };
  const { ride } = await api.post(`/api/rides/${rideId}/payment-success`, {
    body,
    schema: confirmedRideReply,
  });
  receiveRides([ride]);
  return ride.paymentStatus !== 'pending';
}

import * as api from '#common/rides/charges-api.ts';
import { call } from '#web/lib/call.ts';
import { receiveRides } from '../store/ride-store.ts';

interface ChargeOfRide {
  rideId: string;
  chargeId: string;
}

/** Opens the payment of a charge, or returns the open one. @returns its client secret @throws ApiError */
export async function openCharge(charge: ChargeOfRide): Promise<string> {
  const { clientSecret } = await call(api.openCharge, charge);
  return clientSecret;
}

/**
 * Lets the server verify at Stripe that a charge was paid.
 * @returns whether the server has confirmed the payment
 * @throws ApiError
 */
export async function verifyCharge({ rideId, chargeId }: ChargeOfRide): Promise<{ isPaid: boolean }> {
  const { ride } = await call(api.verifyCharge, { rideId, chargeId });
  receiveRides([ride]);
  return { isPaid: ride.charges.some(({ id, status }) => id === chargeId && status === 'paid') };
}

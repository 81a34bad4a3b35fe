import * as api from '#common/rides/rides-api.ts';
import { call } from '#web/lib/call.ts';

/** Asks for the payment of an unpaid ride again. Throws `ApiError`. @returns the address of its checkout */
export async function reopenCheckout(rideId: string): Promise<string> {
  const { clientSecret } = await call(api.reopenCheckout, { rideId });
  return `/checkout?${new URLSearchParams({ clientSecret, rideId })}`;
}

import { checkoutSchema } from '#common/rides/ride-requests.ts';
import { api } from '#web/lib/api-client.ts';

/** Asks for the payment of an unpaid ride again. Throws `ApiError`. @returns the address of its checkout */
export async function reopenCheckout(rideId: string): Promise<string> {
  const { clientSecret } = await api.post(`/api/rides/${rideId}/checkout`, { schema: checkoutSchema });
  return `/checkout?${new URLSearchParams({ clientSecret, rideId })}`;
}

/** The parameters of /checkout. The secret is there only on the way from booking, and is removed from the address at once. */
export interface CheckoutParams {
  rideId: string;
  clientSecret: string | null;
}

/** Reads `?clientSecret=…&rideId=…` (specification section 2); null when no ride is named. */
export function readCheckoutParams(search: string): CheckoutParams | null {
  const params = new URLSearchParams(search);
  const rideId = params.get('rideId');
  return rideId ? { rideId, clientSecret: params.get('clientSecret') || null } : null;
}

/** `?rideId=…`, with the secret only where a fresh one is handed on. */
export const checkoutSearch = ({ rideId, clientSecret }: { rideId: string; clientSecret?: string }): string =>
  `?${new URLSearchParams({ ...(clientSecret && { clientSecret }), rideId })}`;

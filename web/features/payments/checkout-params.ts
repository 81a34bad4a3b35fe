/**
 * The parameters of /checkout. The secret is present only when coming from the booking form, and is removed
 * from the URL at once.
 */
export interface CheckoutParams {
  rideId: string;
  clientSecret: string | null;
}

/** Parses `?clientSecret=…&rideId=…` (specification section 2); null without a ride id. */
export function readCheckoutParams(search: string): CheckoutParams | null {
  const params = new URLSearchParams(search);
  const rideId = params.get('rideId');
  return rideId ? { rideId, clientSecret: params.get('clientSecret') || null } : null;
}

/** Builds `?rideId=…`, with the client secret when one is given. */
export const checkoutSearch = ({ rideId, clientSecret }: { rideId: string; clientSecret?: string }): string =>
  `?${new URLSearchParams({ ...(clientSecret && { clientSecret }), rideId })}`;

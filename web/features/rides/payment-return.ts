/** What the card provider's redirect brought back to My Rides. */
export interface PaymentReturn {
  rideId: string;
  paymentIntentId: string;
  /** Whether the card's bank said yes; the server still looks for itself. */
  hasSucceeded: boolean;
}

/** Parameters that a redirect leaves in the address; one of them is a secret, so none may stay there. */
const PARAMETERS = ['rideId', 'payment_intent', 'payment_intent_client_secret', 'redirect_status'];

/** Reads the return from a card's bank out of an address; null when this is no such return. */
export function readPaymentReturn(address: URLSearchParams): PaymentReturn | null {
  const rideId = address.get('rideId');
  const paymentIntentId = address.get('payment_intent');
  if (!rideId || !paymentIntentId) return null;
  return { rideId, paymentIntentId, hasSucceeded: address.get('redirect_status') !== 'failed' };
}

/** The address without anything of the return. */
export function withoutPaymentReturn(address: URLSearchParams): URLSearchParams {
  const clean = new URLSearchParams(address);
  for (const parameter of PARAMETERS) clean.delete(parameter);
  return clean;
}

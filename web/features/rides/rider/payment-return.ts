import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { toast } from '#web/components/ui/toast.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { confirmCharge } from '../api/charge-actions.ts';
import { confirmPayment } from '../api/ride-actions.ts';

const REFUSED = 'Your bank did not confirm the payment. You have not been charged.';
const UNVERIFIED = 'Payment Verification Failed';

/**
 * When a card's bank sent the rider back here: confirms the payment and shows the outcome. The address is cleaned at once,
 * since it carries a secret.
 *
 * @returns the ride whose payment is being confirmed, or null
 */
export function usePaymentReturn(riderId: string): string | null {
  const [address, setAddress] = useSearchParams();
  const [confirming, setConfirming] = useState<string | null>(null);
  const handled = useRef<string | null>(null);

  useEffect(() => {
    const payment = readPaymentReturn(address);
    // An effect may run twice for one address.
    if (!payment || handled.current === payment.paymentIntentId) return;
    handled.current = payment.paymentIntentId;
    setAddress(withoutPaymentReturn, { replace: true });
    if (!payment.hasSucceeded) {
      toast.error('Payment Failed', REFUSED);
      return;
    }
    setConfirming(payment.rideId);
    void showOutcome(payment, riderId).then((stands) => stands || setConfirming(null));
  }, [address, setAddress, riderId]);

  return confirming;
}

/** @returns whether the payment stands, even if the server is still confirming it */
async function showOutcome(payment: PaymentReturn, riderId: string): Promise<boolean> {
  try {
    const { paymentStatus } = await confirmPayment(payment, riderId);
    if (paymentStatus !== 'pending')
      toast.success('Payment Successful', 'Your ride has been booked and paid for!');
    return true;
  } catch (error) {
    toast.error(UNVERIFIED, messageOf(error, 'Unknown error occurred'));
    return false;
  }
}

/** The same on a ride's own page, where its bank sent the rider back from paying a charge of it: `?chargeId=…`. */
export function useChargeReturn(rideId: string): void {
  const [address, setAddress] = useSearchParams();
  const handled = useRef<string | null>(null);

  useEffect(() => {
    const chargeId = address.get('chargeId');
    const paymentIntentId = address.get('payment_intent');
    if (!chargeId || !paymentIntentId || handled.current === paymentIntentId) return;
    handled.current = paymentIntentId;
    setAddress(withoutPaymentReturn, { replace: true });
    if (address.get('redirect_status') === 'failed') {
      toast.error('Payment Failed', REFUSED);
      return;
    }
    confirmCharge({ rideId, chargeId }).then(
      ({ isPaid }) => isPaid && toast.success('Payment Successful', 'Your payment went through.'),
      (error: unknown) => toast.error(UNVERIFIED, messageOf(error, 'Unknown error occurred')),
    );
  }, [address, setAddress, rideId]);
}

/** What the card provider's redirect brought back to My Rides. */
export interface PaymentReturn {
  rideId: string;
  paymentIntentId: string;
  /** Whether the bank confirmed; the server still looks the payment up. */
  hasSucceeded: boolean;
}

/** Parameters that a redirect leaves in the address; one of them is a secret, so none may stay there. */
const PARAMETERS = [
  'rideId',
  'chargeId',
  'payment_intent',
  'payment_intent_client_secret',
  'redirect_status',
];

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

import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { formatBooked } from '#common/rides/format-booked.ts';
import { toast } from '#web/components/ui/toast.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { verifyCharge } from '../api/charge-actions.ts';
import { verifyPayment } from '../api/checkout-actions.ts';

const REFUSED = 'Your bank did not confirm the payment. You have not been charged.';
const UNVERIFIED = 'Payment Verification Failed';

/**
 * Handles the redirect from a bank's authentication page: confirms the payment and shows the outcome. Removes
 * the parameters from the URL at once, since one of them is a secret.
 *
 * @returns the id of the ride whose payment is being confirmed, or null
 */
export function usePaymentReturn(riderId: string): string | null {
  const [address, setAddress] = useSearchParams();
  const [confirming, setConfirming] = useState<string | null>(null);
  const handled = useRef<string | null>(null);

  useEffect(() => {
    const payment = readPaymentReturn(address);
    // Effects may run twice for the same URL.
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

/**
 * Verifies a payment and shows the outcome.
 * @returns false when it could not be verified; true even while the server is still confirming it
 */
async function showOutcome(payment: PaymentReturn, riderId: string): Promise<boolean> {
  try {
    const ride = await verifyPayment(payment, riderId);
    if (ride.paymentStatus !== 'pending') toast.success('Payment Successful', formatBooked(ride));
    return true;
  } catch (error) {
    toast.error(UNVERIFIED, messageOf(error, 'Unknown error occurred'));
    return false;
  }
}

/**
 * Handles the redirect from a bank's authentication page after paying a charge of the ride: `?chargeId=…`.
 */
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
    verifyCharge({ rideId, chargeId }).then(
      ({ isPaid }) =>
        isPaid
          ? toast.success('Payment Successful', 'Your payment went through.')
          : toast.success('Payment received', 'We are confirming it with the bank.'),
      (error: unknown) => toast.error(UNVERIFIED, messageOf(error, 'Unknown error occurred')),
    );
  }, [address, setAddress, rideId]);
}

/** The parameters of Stripe's redirect back to My Rides. */
interface PaymentReturn {
  rideId: string;
  paymentIntentId: string;
  /** Whether the bank confirmed the payment. The server verifies it as well. */
  hasSucceeded: boolean;
}

/** URL parameters of the redirect. One of them is a secret, so all are removed. */
const PARAMETERS = [
  'rideId',
  'chargeId',
  'payment_intent',
  'payment_intent_client_secret',
  'redirect_status',
];

/** Parses the redirect's parameters from the URL; null without them. */
export function readPaymentReturn(address: URLSearchParams): PaymentReturn | null {
  const rideId = address.get('rideId');
  const paymentIntentId = address.get('payment_intent');
  if (!rideId || !paymentIntentId) return null;
  return { rideId, paymentIntentId, hasSucceeded: address.get('redirect_status') !== 'failed' };
}

/** Returns the URL parameters without those of the redirect. */
export function withoutPaymentReturn(address: URLSearchParams): URLSearchParams {
  const clean = new URLSearchParams(address);
  for (const parameter of PARAMETERS) clean.delete(parameter);
  return clean;
}

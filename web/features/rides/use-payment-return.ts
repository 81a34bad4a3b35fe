import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { toast } from '#web/components/ui/toast.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { confirmPayment } from './confirm-payment.ts';
import { type PaymentReturn, readPaymentReturn, withoutPaymentReturn } from './payment-return.ts';

/** @returns whether the payment stands, even if the server is still looking at it */
async function tellOutcome(payment: PaymentReturn, riderId: string): Promise<boolean> {
  try {
    const isPaid = await confirmPayment(payment, riderId);
    if (isPaid) toast.success('Payment Successful', 'Your ride has been booked and paid for!');
    return true;
  } catch (error) {
    toast.error('Payment Verification Failed', messageOf(error, 'Unknown error occurred'));
    return false;
  }
}

/**
 * When a card's bank sent the rider back here: has the server look at the payment, and says what came of it. The address is
 * cleaned at once, since it carries a secret.
 *
 * @returns the ride whose payment is being looked at, or null
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
      toast.error('Payment Failed', 'Your bank did not confirm the payment. You have not been charged.');
      return;
    }
    setConfirming(payment.rideId);
    void tellOutcome(payment, riderId).then((stands) => stands || setConfirming(null));
  }, [address, setAddress, riderId]);

  return confirming;
}

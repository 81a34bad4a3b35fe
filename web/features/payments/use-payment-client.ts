import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { loadPaymentClient } from './load-payment-client.ts';

/** Stripe.js on its way, there, or not to be had. */
export type PaymentClient = { phase: 'loading' } | { phase: 'failed' } | { phase: 'ready'; stripe: Stripe };

/** Loads Stripe.js. `retry` tries once more after a failure. */
export function usePaymentClient(): { client: PaymentClient; retry: () => void } {
  const [client, setClient] = useState<PaymentClient>({ phase: 'loading' });

  useEffect(() => {
    if (client.phase !== 'loading') return;
    let isLeft = false;
    loadPaymentClient().then(
      (stripe) => !isLeft && setClient({ phase: 'ready', stripe }),
      () => !isLeft && setClient({ phase: 'failed' }),
    );
    return () => {
      isLeft = true;
    };
  }, [client.phase]);

  return { client, retry: () => setClient({ phase: 'loading' }) };
}

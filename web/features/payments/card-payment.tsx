import { Elements } from '@stripe/react-stripe-js';
import { useState } from 'react';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { PaymentForm, type PaymentFormProps } from './payment-form.tsx';
import { PaymentSkeleton } from './payment-skeleton.tsx';
import { usePaymentAppearance } from './use-payment-appearance.ts';
import { usePaymentClient } from './use-payment-client.ts';

interface CardPaymentProps extends PaymentFormProps {
  clientSecret: string;
}

/** The provider's payment form, from loading its code on. */
export function CardPayment({ clientSecret, ...form }: CardPaymentProps) {
  const { client, retry } = usePaymentClient();
  const appearance = usePaymentAppearance();
  const [hasLoadError, setHasLoadError] = useState(false);

  const handleRetry = () => {
    setHasLoadError(false);
    retry();
  };

  if (client.phase === 'failed' || hasLoadError) {
    return (
      <FailedState
        title="The payment form did not load"
        text="You have not been charged."
        onRetry={handleRetry}
      />
    );
  }
  if (client.phase === 'loading') return <PaymentSkeleton />;
  return (
    <Elements key={clientSecret} stripe={client.stripe} options={{ clientSecret, appearance }}>
      <PaymentForm {...form} onLoadError={() => setHasLoadError(true)} />
    </Elements>
  );
}

import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import clsx from 'clsx';
import { ShieldCheck } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { confirmCardPayment, type PaymentOutcome } from './confirm-card-payment.ts';
import { ProblemAlert } from './problem-alert.tsx';

export interface PaymentFormProps {
  /** Absolute; where a bank's own page sends the rider back to. */
  returnUrl: string;
  isProcessing: boolean;
  /** Why the last attempt failed. */
  problem: string | null;
  onPay: (confirm: () => Promise<PaymentOutcome>) => void;
}

interface InnerFormProps extends PaymentFormProps {
  /** The provider could not show its fields. */
  onLoadError: () => void;
}

/** The provider's card fields with our button. Stands inside `Elements`. */
export function PaymentForm({ returnUrl, isProcessing, problem, onPay, onLoadError }: InnerFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setIsReady] = useState(false);

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (stripe && elements && isReady) onPay(() => confirmCardPayment({ stripe, elements, returnUrl }));
  };

  return (
    <form onSubmit={handleSubmit} aria-busy={isProcessing}>
      <div className="grid gap-5 rounded-card border border-line bg-surface p-5 sm:p-7">
        {problem && <ProblemAlert title="Payment Failed" text={`${problem} You have not been charged.`} />}
        <div className={clsx('transition-opacity', isProcessing && 'pointer-events-none opacity-55')}>
          <PaymentElement
            options={{ layout: 'tabs', readOnly: isProcessing }}
            onReady={() => setIsReady(true)}
            onLoadError={onLoadError}
          />
        </div>
      </div>
      <Button
        type="submit"
        size={52}
        className="mt-5 w-full"
        isPending={isProcessing}
        pendingLabel="Processing..."
        isUnavailable={!isReady}
      >
        Complete Payment
      </Button>
      {isProcessing ? (
        <RouteLine start="none" end="none" isMoving className="mt-5" />
      ) : (
        <p className="mt-4 flex items-center justify-center gap-2 text-14 text-ink-2">
          <ShieldCheck aria-hidden size={16} className="shrink-0" />
          Card details go straight to the payment provider.
        </p>
      )}
    </form>
  );
}

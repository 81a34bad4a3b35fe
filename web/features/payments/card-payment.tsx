import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import clsx from 'clsx';
import { ShieldCheck } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import type { Cents } from '#common/money.ts';
import { CAPTURE_METHOD, CURRENCY } from '#common/payment-options.ts';
import { Button } from '#web/components/ui/button.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { PaymentSkeleton, ProblemAlert } from './checkout-frame.tsx';
import {
  type CardCheck,
  confirmCardPayment,
  type PaymentOutcome,
  type PaymentProblem,
} from './confirm-card-payment.ts';
import { usePaymentAppearance, usePaymentClient } from './stripe-client.ts';

interface CardPaymentProps extends Omit<PaymentFormProps, 'checked'> {
  clientSecret: string;
  /**
   * The amount due and the check that runs before Stripe charges the card. Null when the card needs no check:
   * the form is then bound to the client secret.
   */
  checkFirst?: { amountCents: Cents; check: CardCheck['check'] } | null;
}

/** Stripe's payment form, including loading and failure states. */
export function CardPayment({ clientSecret, checkFirst = null, ...form }: CardPaymentProps) {
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
    <Elements
      key={clientSecret}
      stripe={client.stripe}
      options={{ appearance, ...(checkFirst ? deferred(checkFirst.amountCents) : { clientSecret }) }}
    >
      <PaymentForm
        {...form}
        checked={checkFirst && { clientSecret, check: checkFirst.check }}
        onLoadError={() => setHasLoadError(true)}
      />
    </Elements>
  );
}

/** Builds Stripe options for a form that is bound to a payment only on confirmation. */
const deferred = (amount: Cents) =>
  ({ mode: 'payment', amount, currency: CURRENCY, captureMethod: CAPTURE_METHOD }) as const;

interface PaymentFormProps {
  checked: CardCheck | null;
  /** Absolute URL that a bank's authentication page redirects back to. */
  returnUrl: string;
  /** Label of the button. */
  label: string;
  /** Text below the button, such as the cancellation fee. */
  note: string | null;
  isProcessing: boolean;
  /** Why the last attempt failed. */
  problem: PaymentProblem | null;
  onPay: (confirm: () => Promise<PaymentOutcome>) => void;
}

interface InnerFormProps extends PaymentFormProps {
  /** Called when Stripe could not load its fields. */
  onLoadError: () => void;
}

/** Stripe's card fields with our button. Must be rendered inside `Elements`. */
function PaymentForm({
  checked,
  returnUrl,
  label,
  note,
  isProcessing,
  problem,
  onPay,
  onLoadError,
}: InnerFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setIsReady] = useState(false);

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (stripe && elements && isReady)
      onPay(() => confirmCardPayment({ stripe, elements, checked, returnUrl }));
  };

  return (
    <form onSubmit={handleSubmit} aria-busy={isProcessing} className="@container">
      <div className="grid gap-5 rounded-card border border-line bg-surface p-5 @md:p-7">
        {problem && <ProblemAlert title={problem.title} text={problem.text} />}
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
        {label}
      </Button>
      {isProcessing ? (
        <RouteLine start="none" end="none" isMoving className="mt-5" />
      ) : (
        <div className="mt-4 grid gap-2 text-center text-14 text-ink-2">
          {note && <p>{note}</p>}
          <p>
            <ShieldCheck aria-hidden size={16} className="mr-2 inline align-[-0.2em]" />
            Card details go straight to the payment provider.
          </p>
        </div>
      )}
    </form>
  );
}

import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import clsx from 'clsx';
import { ShieldCheck } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { cancellationSentence } from '#common/rides/cancellation-in-words.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { formatTimeWithZone } from '#common/time.ts';
import { Button } from '#web/components/ui/button.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { serverNow } from '#web/lib/server-clock.ts';
import { Panel, PaymentSkeleton, ProblemAlert } from './checkout-frame.tsx';
import { confirmCardPayment, type PaymentOutcome } from './confirm-card-payment.ts';
import { usePaymentAppearance, usePaymentClient } from './stripe-client.ts';

interface PaymentPanelProps {
  ride: RiderRide;
  clientSecret: string;
  isProcessing: boolean;
  problem: string | null;
  onPay: (confirm: () => Promise<PaymentOutcome>) => void;
  /** The ride is no longer held. */
  onHoldEnd: () => void;
}

/** Payment of an unpaid ride by card. */
export function PaymentPanel({
  ride,
  clientSecret,
  isProcessing,
  problem,
  onPay,
  onHoldEnd,
}: PaymentPanelProps) {
  useHoldEnd(isProcessing ? null : ride.payBy, onHoldEnd);

  return (
    <Panel title="Payment" aside={ride.payBy && `Held until ${formatTimeWithZone(new Date(ride.payBy))}`}>
      <CardPayment
        clientSecret={clientSecret}
        returnUrl={`${window.location.origin}/my-rides?rideId=${ride.id}`}
        cancelling={cancellationSentence(ride, serverNow())}
        isProcessing={isProcessing}
        problem={problem}
        onPay={onPay}
      />
      <p className="mt-7 border-line border-t pt-5 text-14 text-ink-2">
        Final fare may vary. Includes $3M insurance. Drivers see the ride once it is paid.
      </p>
    </Panel>
  );
}

/** Calls back at the instant (ISO 8601) at which a hold ends; null for none. */
function useHoldEnd(payBy: string | null, onEnd: () => void): void {
  const latest = useRef(onEnd);
  latest.current = onEnd;

  useEffect(() => {
    if (payBy === null) return;
    const timer = setTimeout(() => latest.current(), Math.max(0, Date.parse(payBy) - serverNow().getTime()));
    return () => clearTimeout(timer);
  }, [payBy]);
}

interface CardPaymentProps extends PaymentFormProps {
  clientSecret: string;
}

/** The provider's payment form, from loading its code on. */
function CardPayment({ clientSecret, ...form }: CardPaymentProps) {
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

interface PaymentFormProps {
  /** Absolute; where a bank's own page sends the rider back to. */
  returnUrl: string;
  /** What cancelling costs, in a sentence. */
  cancelling: string | null;
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
function PaymentForm({ returnUrl, cancelling, isProcessing, problem, onPay, onLoadError }: InnerFormProps) {
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
        <div className="mt-4 grid gap-2 text-center text-14 text-ink-2">
          {cancelling && <p>{cancelling}</p>}
          <p className="flex items-center justify-center gap-2">
            <ShieldCheck aria-hidden size={16} className="shrink-0" />
            Card details go straight to the payment provider.
          </p>
        </div>
      )}
    </form>
  );
}

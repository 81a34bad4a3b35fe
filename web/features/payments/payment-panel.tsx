import { useEffect, useRef } from 'react';
import { cancellationSentence } from '#common/rides/cancellation-in-words.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { dueCentsOf } from '#common/rides/ride-money.ts';
import { formatTimeWithZone } from '#common/time.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { CardPayment } from './card-payment.tsx';
import { Panel } from './checkout-frame.tsx';
import type { PaymentOutcome, PaymentProblem } from './confirm-card-payment.ts';
import type { CheckoutCalls } from './load-checkout.ts';

interface PaymentPanelProps {
  ride: RiderRide;
  clientSecret: string;
  isProcessing: boolean;
  problem: PaymentProblem | null;
  onPay: (confirm: () => Promise<PaymentOutcome>) => void;
  checkCard: CheckoutCalls['checkCard'];
  /** Called when the hold of the ride has expired. */
  onHoldEnd: () => void;
}

/** Payment of an unpaid ride by card. */
export function PaymentPanel({
  ride,
  clientSecret,
  isProcessing,
  problem,
  onPay,
  checkCard,
  onHoldEnd,
}: PaymentPanelProps) {
  useHoldEnd(isProcessing ? null : ride.payBy, onHoldEnd);

  return (
    <Panel title="Payment" aside={ride.payBy && `Held until ${formatTimeWithZone(new Date(ride.payBy))}`}>
      <CardPayment
        clientSecret={clientSecret}
        checkFirst={
          ride.promoCodeId === null
            ? null
            : { amountCents: dueCentsOf(ride), check: (token) => checkCard(ride.id, token) }
        }
        returnUrl={`${window.location.origin}/my-rides?rideId=${ride.id}`}
        label="Complete Payment"
        note={cancellationSentence(ride, serverNow())}
        isProcessing={isProcessing}
        problem={problem}
        onPay={onPay}
      />
      <p className="mt-7 border-line border-t pt-5 text-14 text-ink-2">
        Final fare may vary. Includes $3M insurance. Drivers see{' '}
        {ride.order ? 'both rides once they are' : 'the ride once it is'} paid.
      </p>
    </Panel>
  );
}

/** Calls `onEnd` when the hold expires. @param payBy ISO 8601, or null for no hold */
function useHoldEnd(payBy: string | null, onEnd: () => void): void {
  const latest = useRef(onEnd);
  latest.current = onEnd;

  useEffect(() => {
    if (payBy === null) return;
    const timer = setTimeout(() => latest.current(), Math.max(0, Date.parse(payBy) - serverNow().getTime()));
    return () => clearTimeout(timer);
  }, [payBy]);
}

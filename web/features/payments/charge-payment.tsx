import { useEffect, useState } from 'react';
import { type Cents, formatCents } from '#common/money.ts';
import { Button } from '#web/components/ui/button.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { CardPayment } from './card-payment.tsx';
import { PaymentSkeleton, ProblemAlert } from './checkout-frame.tsx';
import { type PaymentOutcome, type PaymentProblem, problemOf } from './confirm-card-payment.ts';

/** API calls for paying a charge. Passed in by the page, because rides are another feature. */
export interface ChargeCalls {
  /** @returns the client secret of the charge's payment, the same one on every call */
  openCharge: (charge: ChargeOfRide) => Promise<string>;
  /** Verifies the payment on the server. @returns `isPaid` false while it is still being confirmed */
  verifyCharge: (charge: ChargeOfRide) => Promise<{ isPaid: boolean }>;
}

/** Identifies a charge of a ride. */
interface ChargeOfRide {
  rideId: string;
  chargeId: string;
}

interface ChargePaymentProps {
  charge: ChargeOfRide;
  amountCents: Cents;
  calls: ChargeCalls;
  /** Text below the button. */
  note?: string | undefined;
  /** Whether a card is being charged, during which the surrounding view must not be closed. */
  onBusy: (isBusy: boolean) => void;
  /**
   * Called when an attempt ends unpaid: the card was not charged, or it may have been and the server has not
   * confirmed it.
   */
  onUnpaid?: (why: 'refused' | 'unverified') => void;
  /** Called when the card was charged. `isPaid`: whether the server has confirmed it. */
  onPaid: (isPaid: boolean) => void;
  /** Called with the reason when there is nothing left to pay, or the payment is refunded. */
  onGone: (reason: string) => void;
}

type State =
  | { step: 'opening' | 'unreachable' }
  | { step: 'paying'; clientSecret: string; problem: PaymentProblem | null }
  /** The card was charged, but the server has not confirmed it. */
  | { step: 'unverified'; problem: string };

/** Pays a charge of a ride by card, in the page. */
export function ChargePayment({
  charge,
  amountCents,
  calls,
  note,
  onBusy,
  onUnpaid,
  onPaid,
  onGone,
}: ChargePaymentProps) {
  const { rideId, chargeId } = charge;
  const [state, setState] = useState<State>({ step: 'opening' });
  const { openCharge, verifyCharge } = calls;

  const fail = (error: unknown, step: State) => {
    if (!isOver(error)) {
      if (step.step === 'unverified') onUnpaid?.('unverified');
      return setState(step);
    }
    if (error.code === 'PAYMENT_IN_PROGRESS') onPaid(false);
    else onGone(messageOf(error, 'There is nothing left to pay here.'));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: new callbacks must not reopen it
  useEffect(() => {
    if (state.step !== 'opening') return;
    let isLeft = false;
    openCharge({ rideId, chargeId }).then(
      (clientSecret) => !isLeft && setState({ step: 'paying', clientSecret, problem: null }),
      (error: unknown) => !isLeft && fail(error, { step: 'unreachable' }),
    );
    return () => {
      isLeft = true;
    };
  }, [state.step, openCharge, rideId, chargeId]);

  const verify = async () => {
    try {
      onPaid((await verifyCharge({ rideId, chargeId })).isPaid);
    } catch (error) {
      fail(error, { step: 'unverified', problem: messageOf(error, 'Unknown error occurred') });
    }
  };

  /** Looks an unanswered payment up on the server. @returns whether its outcome is known now */
  const isFoundOut = async (): Promise<boolean> => {
    try {
      const { isPaid } = await verifyCharge({ rideId, chargeId });
      if (isPaid) onPaid(true);
      return isPaid;
    } catch (error) {
      if (isOver(error)) fail(error, state);
      return isOver(error);
    }
  };

  const { run, isPending } = useInFlight(async (confirm?: () => Promise<PaymentOutcome>) => {
    onBusy(true);
    try {
      const outcome = await confirm?.();
      if (!outcome || outcome.result === 'charged') return await verify();
      if (outcome.result === 'stale') return setState({ step: 'opening' });
      if (state.step !== 'paying' || (outcome.result === 'unsure' && (await isFoundOut()))) return;
      const problem = problemOf(outcome, state.problem);
      onUnpaid?.(problem.isUnsure ? 'unverified' : 'refused');
      setState({ ...state, problem });
    } finally {
      onBusy(false);
    }
  });

  switch (state.step) {
    case 'opening':
      return (
        <div aria-busy>
          <p role="status" className="sr-only">
            Loading the payment form...
          </p>
          <PaymentSkeleton />
        </div>
      );
    case 'unreachable':
      return (
        <FailedState
          title="The payment could not be started"
          text="You have not been charged."
          onRetry={() => setState({ step: 'opening' })}
        />
      );
    case 'paying':
      return (
        <CardPayment
          clientSecret={state.clientSecret}
          returnUrl={`${window.location.origin}/my-rides/${rideId}?chargeId=${chargeId}`}
          label={`Pay ${formatCents(amountCents)}`}
          note={note ?? null}
          isProcessing={isPending}
          problem={state.problem}
          onPay={run}
        />
      );
    case 'unverified':
      return (
        <div className="grid gap-5">
          <ProblemAlert title="Payment Verification Failed" text={state.problem} />
          <Button size={52} isPending={isPending} pendingLabel="Checking..." onClick={() => run()}>
            Check again
          </Button>
        </div>
      );
  }
}

/** Whether an error means that there is nothing left to pay. */
const isOver = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'RIDE_STATE_CONFLICT' || error.code === 'PAYMENT_IN_PROGRESS');

import { type Dispatch, useEffect, useReducer, useRef, useState } from 'react';
import { formatBooked } from '#common/rides/format-booked.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import type { CheckoutParams } from './checkout-params.ts';
import {
  type BookingProblem,
  type CheckoutEvent,
  type CheckoutState,
  checkoutStatusOf,
  nextCheckout,
  type Paying,
  withNewestRide,
} from './checkout-state.ts';
import { type PaymentOutcome, problemOf } from './confirm-card-payment.ts';
import { type CheckoutCalls, loadCheckout } from './load-checkout.ts';

interface Checkout {
  state: CheckoutState;
  /** Reloads the ride. */
  reload: () => void;
  /** Charges the card with `confirm`, then verifies the payment on the server. */
  pay: (confirm: () => Promise<PaymentOutcome>) => Promise<void>;
  /** Verifies a charged card on the server again. */
  verifyAgain: () => Promise<void>;
  /** Confirms a booking with nothing due. */
  confirmBooking: () => Promise<void>;
}

interface CheckoutOptions {
  params: CheckoutParams;
  calls: CheckoutCalls;
  /** The live ride from the store; null until it has loaded. */
  liveRide: RiderRide | null;
}

/** Returns state and actions of the checkout of one ride. Shows the specification's toasts (section 8). */
export function useCheckout({ params, calls, liveRide }: CheckoutOptions): Checkout {
  const [ownState, dispatch] = useReducer(nextCheckout, { step: 'loading' });
  const newestRide = useNewest(liveRide);
  const state = withNewestRide(ownState, newestRide.current, serverNow());
  // A new object with the same parameters reloads the ride.
  const [attempt, setAttempt] = useState({ params });

  useEffect(() => {
    const abort = new AbortController();
    loadCheckout(attempt.params, calls, abort.signal).then(
      (loaded) => dispatch({ type: 'loaded', state: loaded }),
      () => {
        // Aborted: unmounted or reloaded before the reply.
      },
    );
    return () => abort.abort();
  }, [attempt, calls]);

  const reload = () => {
    dispatch({ type: 'loaded', state: { step: 'loading' } });
    setAttempt({ params });
  };

  const settledMeanwhile = (): RiderRide | null => {
    const ride = newestRide.current;
    return ride && checkoutStatusOf(ride, serverNow()) === 'settled' ? ride : null;
  };

  const verification = { calls, dispatch, settledMeanwhile };

  const { run: pay } = useInFlight(async (confirm: () => Promise<PaymentOutcome>) => {
    if (state.step !== 'paying') return;
    dispatch({ type: 'submitted' });
    const outcome = await confirm();
    if (outcome.result === 'charged') return verifyAndShow(state.ride, outcome.paymentIntentId, verification);
    if (outcome.result === 'stale') return reload();
    if (outcome.result === 'unsure' && (await lookUpPayment(state, verification))) return;
    const problem = problemOf(outcome, state.problem);
    const [title, text] =
      outcome.result === 'unsure'
        ? [problem.title, problem.text]
        : [outcome.title ?? 'Payment Failed', outcome.problem];
    if (!settledMeanwhile()) toast.error(title, text);
    dispatch({ type: 'unpaid', problem });
  });

  const { run: verifyAgain } = useInFlight(async () => {
    if (state.step !== 'unverified') return;
    dispatch({ type: 'submitted' });
    await verifyAndShow(state.ride, state.paymentIntentId, verification);
  });

  const { run: confirmBooking } = useInFlight(async () => {
    if (state.step !== 'nothing-due') return;
    dispatch({ type: 'submitted' });
    try {
      dispatch({ type: 'verified', ride: await calls.confirmBooking(state.ride.id) });
      toast.success('Booking Confirmed', formatBooked(state.ride));
    } catch (error) {
      dispatch({ type: 'refused', problem: bookingProblemOf(error, state.problem) });
    }
  });

  return { state, reload, pay, verifyAgain, confirmBooking };
}

interface Verification {
  calls: Pick<CheckoutCalls, 'verifyPayment'>;
  dispatch: Dispatch<CheckoutEvent>;
  /** Returns the ride if the webhook or another tab has settled it meanwhile. */
  settledMeanwhile: () => RiderRide | null;
}

/** Verifies a charged payment on the server. Shows the outcome in a toast and in the checkout's state. */
async function verifyAndShow(
  { id, riderId }: RiderRide,
  paymentIntentId: string,
  { calls, dispatch, settledMeanwhile }: Verification,
): Promise<void> {
  try {
    showBooked(await calls.verifyPayment({ rideId: id, paymentIntentId }, riderId), dispatch);
  } catch (error) {
    const settled = settledMeanwhile();
    if (settled) return showBooked(settled, dispatch);
    failVerification(paymentIntentId, error, dispatch);
  }
}

/**
 * Looks an unanswered payment up on the server. Shows its outcome once it is known.
 * @returns whether it is known now
 */
async function lookUpPayment(
  { ride, clientSecret }: Paying,
  { calls, dispatch }: Verification,
): Promise<boolean> {
  const paymentIntentId = clientSecret.replace(/_secret_.*/, '');
  try {
    const found = await calls.verifyPayment({ rideId: ride.id, paymentIntentId }, ride.riderId);
    const isSettled = checkoutStatusOf(found, serverNow()) === 'settled';
    if (isSettled) showBooked(found, dispatch);
    return isSettled;
  } catch (error) {
    const isRefunding = error instanceof ApiError && error.code === 'RIDE_STATE_CONFLICT';
    if (isRefunding) failVerification(paymentIntentId, error, dispatch);
    return isRefunding;
  }
}

function showBooked(ride: RiderRide, dispatch: Dispatch<CheckoutEvent>): void {
  dispatch({ type: 'verified', ride });
  // While the ride is pending the screen says so, and a success toast would be premature.
  if (ride.paymentStatus !== 'pending') toast.success('Payment Successful', formatBooked(ride));
}

function failVerification(paymentIntentId: string, error: unknown, dispatch: Dispatch<CheckoutEvent>): void {
  const problem = messageOf(error, 'Unknown error occurred');
  toast.error('Payment Verification Failed', problem);
  dispatch({ type: 'verification-failed', paymentIntentId, problem });
}

/**
 * Says why a booking with nothing due was not confirmed. Once an attempt was not answered, only the server's
 * reply about the ride makes it certain that it is not booked.
 *
 * @param before the problem of the attempt before it, if any
 */
function bookingProblemOf(error: unknown, before: BookingProblem | null): BookingProblem {
  const text = messageOf(error);
  if (!(error instanceof ApiError)) return { text, isUnsure: true };
  const { status, code } = error;
  const isDecided = code === 'RIDE_STATE_CONFLICT';
  const isUnanswered = status >= 500 || code === 'NO_ANSWER';
  return { text, isUnsure: isUnanswered || (!isDecided && before?.isUnsure === true) };
}

/** Keeps the newest version of a ride, even after the store has removed it. */
function useNewest(ride: RiderRide | null) {
  const newest = useRef(ride);
  if (ride && ride.version > (newest.current?.version ?? 0)) newest.current = ride;
  return newest;
}

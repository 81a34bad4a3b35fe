import { useEffect, useReducer, useState } from 'react';
import type { RiderRide } from '#common/rides/ride.ts';
import { confirmPayment } from '#common/rides/rides-api.ts';
import { toast } from '#web/components/ui/toast.ts';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import type { CheckoutParams } from './checkout-params.ts';
import { type CheckoutState, nextCheckout } from './checkout-state.ts';
import type { PaymentOutcome } from './confirm-card-payment.ts';
import { openCheckout } from './open-checkout.ts';

const BOOKED = 'Your ride has been booked and paid for!';

interface Checkout {
  state: CheckoutState;
  /** Reads the ride anew. */
  reopen: () => void;
  /** Has the card charged by `confirm`, then the server look at it. */
  pay: (confirm: () => Promise<PaymentOutcome>) => Promise<void>;
  /** Asks the server once more about a card that was charged. */
  verifyAgain: () => Promise<void>;
  /** Confirm Booking, where nothing is due. */
  confirmBooking: () => void;
}

/** The checkout of one ride, from reading it to having it booked, with the specification's toasts on the way (section 8). */
export function useCheckout(params: CheckoutParams): Checkout {
  const [state, dispatch] = useReducer(nextCheckout, { step: 'loading' });
  // Another object with the same parameters is another reading of the ride.
  const [opening, setOpening] = useState({ params });

  useEffect(() => {
    const abort = new AbortController();
    openCheckout(opening.params, abort.signal).then(
      (opened) => dispatch({ type: 'opened', state: opened }),
      () => {
        // Left, or opened anew, before the answer came.
      },
    );
    return () => abort.abort();
  }, [opening]);

  const reopen = () => {
    dispatch({ type: 'opened', state: { step: 'loading' } });
    setOpening({ params });
  };

  const verify = async ({ id, riderId }: RiderRide, paymentIntentId: string) => {
    try {
      const { ride } = await call(confirmPayment, { rideId: id, paymentIntentId, riderId });
      dispatch({ type: 'verified', ride });
      // A ride still pending is being confirmed: the screen says so, and a toast would promise too much.
      if (ride.paymentStatus !== 'pending') toast.success('Payment Successful', BOOKED);
    } catch (error) {
      const problem = messageOf(error, 'Unknown error occurred');
      toast.error('Payment Verification Failed', problem);
      dispatch({ type: 'verification-failed', paymentIntentId, problem });
    }
  };

  const { run: pay } = useInFlight(async (confirm: () => Promise<PaymentOutcome>) => {
    if (state.step !== 'paying') return;
    dispatch({ type: 'submitted' });
    const outcome = await confirm();
    if (outcome.result === 'charged') return verify(state.ride, outcome.paymentIntentId);
    if (outcome.result === 'stale') return reopen();
    toast.error('Payment Failed', outcome.problem);
    dispatch({ type: 'refused', problem: outcome.problem });
  });

  const { run: verifyAgain } = useInFlight(async () => {
    if (state.step !== 'unverified') return;
    dispatch({ type: 'submitted' });
    await verify(state.ride, state.paymentIntentId);
  });

  const confirmBooking = () => {
    toast.success('Booking Confirmed', BOOKED);
    dispatch({ type: 'confirmed' });
  };

  return { state, reopen, pay, verifyAgain, confirmBooking };
}

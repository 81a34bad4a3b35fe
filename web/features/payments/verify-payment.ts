import type { Dispatch } from 'react';
import { bookedInWords } from '#common/rides/booked-in-words.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { type CheckoutEvent, checkoutStatusOf, type Paying } from './checkout-state.ts';
import type { CheckoutCalls } from './load-checkout.ts';

interface Verification {
  calls: Pick<CheckoutCalls, 'confirmPayment'>;
  dispatch: Dispatch<CheckoutEvent>;
  /** Returns the ride if the webhook or another tab has settled it meanwhile. */
  settledMeanwhile: () => RiderRide | null;
}

/** Verifies a charged payment on the server. Shows the outcome in a toast and in the checkout's state. */
export async function verifyPayment(
  { id, riderId }: RiderRide,
  paymentIntentId: string,
  { calls, dispatch, settledMeanwhile }: Verification,
): Promise<void> {
  try {
    book(await calls.confirmPayment({ rideId: id, paymentIntentId }, riderId), dispatch);
  } catch (error) {
    const settled = settledMeanwhile();
    if (settled) return book(settled, dispatch);
    failVerification(paymentIntentId, error, dispatch);
  }
}

/**
 * Looks an unanswered payment up on the server. Shows its outcome once it is known.
 * @returns whether it is known now
 */
export async function lookUpPayment(
  { ride, clientSecret }: Paying,
  { calls, dispatch }: Verification,
): Promise<boolean> {
  const paymentIntentId = clientSecret.replace(/_secret_.*/, '');
  try {
    const found = await calls.confirmPayment({ rideId: ride.id, paymentIntentId }, ride.riderId);
    const isSettled = checkoutStatusOf(found, serverNow()) === 'settled';
    if (isSettled) book(found, dispatch);
    return isSettled;
  } catch (error) {
    const isRefunding = error instanceof ApiError && error.code === 'RIDE_STATE_CONFLICT';
    if (isRefunding) failVerification(paymentIntentId, error, dispatch);
    return isRefunding;
  }
}

function book(ride: RiderRide, dispatch: Dispatch<CheckoutEvent>): void {
  dispatch({ type: 'verified', ride });
  // While the ride is pending the screen says so, and a success toast would be premature.
  if (ride.paymentStatus !== 'pending') toast.success('Payment Successful', bookedInWords(ride));
}

function failVerification(paymentIntentId: string, error: unknown, dispatch: Dispatch<CheckoutEvent>): void {
  const problem = messageOf(error, 'Unknown error occurred');
  toast.error('Payment Verification Failed', problem);
  dispatch({ type: 'verification-failed', paymentIntentId, problem });
}

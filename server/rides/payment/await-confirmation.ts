import { AppError } from '#common/errors.ts';
import { MISSING_RIDER_ID } from '#common/rides/checkout-api.ts';
import { isSettled } from '#common/rides/ride-states.ts';
import { env } from '../../env.ts';
import { enqueueAndWait } from '../../infra/queues.ts';
import { findOrder } from '../order/ride-order.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';

interface Confirmation {
  /** Whether the ride is settled; false while the confirmation is still running. */
  isSettled: boolean;
  ride: RideRecord;
}

/**
 * Confirms a payment that a browser reports as made: enqueues the check at Stripe and waits for its outcome
 * for at most `PAYMENT_WAIT_MS`. Both legs of a return trip have the first ride's payment.
 *
 * @throws AppError INVALID_REQUEST when it is not the ride's payment, does not match it, or Stripe has not
 * received the money; MISSING_RIDER_ID; RIDE_STATE_CONFLICT when the ride had expired or its promo code was
 * refused, and the payment is being refunded
 */
export async function awaitConfirmation(ride: RideRecord, paymentIntentId: string): Promise<Confirmation> {
  const { lead } = await findOrder(ride);
  if (lead.paymentIntentId !== paymentIntentId) {
    throw new AppError('INVALID_REQUEST', 'That payment does not belong to this ride.');
  }
  if (isSettled(ride)) return { isSettled: true, ride };

  const outcome = await enqueueAndWait('confirm-payment', { rideId: ride.id }, env.PAYMENT_WAIT_MS);
  switch (outcome) {
    case 'missing-rider':
      throw new AppError('MISSING_RIDER_ID', MISSING_RIDER_ID);
    case 'unpaid':
      throw new AppError('INVALID_REQUEST', 'The payment has not gone through. You have not been charged.');
    case 'flagged':
      throw new AppError('INVALID_REQUEST', 'The payment does not match the ride. Please contact support.');
    case 'refunding':
      throw new AppError('RIDE_STATE_CONFLICT', refundingMessage(await findRide(lead.id)));
  }
  const current = await findRide(ride.id);
  return { isSettled: isSettled(current), ride: current };
}

const refundingMessage = ({ cancellation, wasCardUsed }: RideRecord): string =>
  cancellation && wasCardUsed
    ? `${cancellation.reason}. Your payment is being refunded.`
    : 'The ride had expired before it was paid. Your payment is being refunded.';

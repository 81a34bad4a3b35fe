import { AppError } from '#common/errors.ts';
import { MISSING_RIDER_ID } from '#common/rides/rides-api.ts';
import { SETTLED } from '#common/rides/status.ts';
import { env } from '../env.ts';
import { enqueueAndWait } from '../infra/queues.ts';
import { findRide } from '../rides/find-rides.ts';
import type { RideRecord } from '../rides/ride-record.ts';

interface Confirmation {
  /** Whether the ride is paid for; false while the confirmation still runs. */
  isPaid: boolean;
  ride: RideRecord;
}

/**
 * A browser says that a ride was paid: have it looked at, and wait a while for what is found.
 * Throws INVALID_REQUEST when that is not the ride's payment or Stripe has not got the money, MISSING_RIDER_ID, RIDE_STATE_CONFLICT when
 * the ride could no longer take the payment (it is being refunded).
 */
export async function awaitConfirmation(ride: RideRecord, paymentIntentId: string): Promise<Confirmation> {
  if (ride.paymentIntentId !== paymentIntentId) {
    throw new AppError('INVALID_REQUEST', 'That payment does not belong to this ride.');
  }
  if (SETTLED.includes(ride.paymentStatus)) return { isPaid: true, ride };

  const outcome = await enqueueAndWait('confirm-payment', { rideId: ride.id }, env.PAYMENT_WAIT_MS);
  switch (outcome) {
    case 'missing-rider':
      throw new AppError('MISSING_RIDER_ID', MISSING_RIDER_ID);
    case 'unpaid':
      throw new AppError('INVALID_REQUEST', 'The payment has not gone through. You have not been charged.');
    case 'flagged':
      throw new AppError('INVALID_REQUEST', 'The payment does not match the ride. Please contact support.');
    case 'refunding':
      throw new AppError(
        'RIDE_STATE_CONFLICT',
        'The ride had expired before it was paid. Your payment is being refunded.',
      );
  }
  const current = await findRide(ride.id);
  return { isPaid: SETTLED.includes(current.paymentStatus), ride: current };
}

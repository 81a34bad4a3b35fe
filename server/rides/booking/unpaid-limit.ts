import { AppError } from '#common/errors.ts';
import { findUser } from '../../users/accounts.ts';
import { isDemoUser } from '../../users/seed-users.ts';
import { confirmPayment } from '../payment/confirm-payment.ts';
import { type RideDoc, RideModel } from '../ride-model.ts';

/** The most unpaid orders of a rider at once. Each holds a vehicle, so one account must not hold them all. */
export const MAX_UNPAID_ORDERS = 5;

/**
 * Refuses a rider who has more than this many unpaid orders. Before that, confirms the payments of all of
 * them here, in the process of the request, because a payment that no worker has recorded yet still looks
 * unpaid; so it may settle, flag or cancel earlier rides, and calls Stripe for each. Below the limit nothing
 * is confirmed. A return trip counts once. Bookings by staff do not count: they are paid by a mailed link.
 * Visitors of the demo are all the same rider, and not limited.
 *
 * @throws AppError TOO_MANY_UNPAID
 */
export async function confirmThenLimitUnpaid(orders: number, riderId: string): Promise<void> {
  const pending = await RideModel.find(
    {
      riderId,
      status: 'requested',
      paymentStatus: 'pending',
      'order.leg': { $ne: 'back' },
      'charges.kind': { $ne: 'booking' },
    },
    { _id: 1 },
  ).lean<Pick<RideDoc, '_id'>[]>();
  if (pending.length <= orders) return;
  const rider = await findUser(riderId);
  if (rider && isDemoUser(rider)) return;

  const outcomes = await Promise.allSettled(pending.map(({ _id }) => confirmPayment(_id.toHexString())));
  const unpaid = outcomes.filter((outcome) => outcome.status === 'rejected' || outcome.value === 'unpaid');
  if (unpaid.length <= orders) return;
  throw new AppError('TOO_MANY_UNPAID', 'Pay for or cancel one of your unpaid rides first.');
}

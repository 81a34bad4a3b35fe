import { AppError } from '#common/errors.ts';
import { RideModel } from '../ride-model.ts';

/** The most unpaid orders of a rider at once. Each holds a vehicle, so one account must not hold them all. */
export const MAX_UNPAID_ORDERS = 5;

/**
 * Requires that a rider may have this many unpaid orders. A return trip counts once. Bookings by staff do not
 * count: they are paid by a mailed link.
 *
 * @throws AppError TOO_MANY_UNPAID
 */
export async function requireUnpaidAtMost(orders: number, riderId: string): Promise<void> {
  const unpaid = await RideModel.countDocuments({
    riderId,
    status: 'requested',
    paymentStatus: 'pending',
    'order.leg': { $ne: 'back' },
    'charges.kind': { $ne: 'booking' },
  });
  if (unpaid <= orders) return;
  throw new AppError('TOO_MANY_UNPAID', 'Pay for or cancel one of your unpaid rides first.');
}

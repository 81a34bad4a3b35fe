import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import type { PaymentStatus } from '#common/rides/ride-states.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { changeWithRetry } from '../change-with-retry.ts';
import type { RideRecord } from '../ride-model.ts';
import { cancelBooking } from './cancel-booking.ts';
import { paidJustNow } from './cancel-unpaid-order.ts';
import { cancellationSums } from './cancellation-sums.ts';

interface RiderCancellation {
  rideId: string;
  /** The fee that the rider saw on screen. */
  expectedFeeCents: number;
  /** Whether the ride was shown as unpaid. */
  expectsUnpaid?: boolean | undefined;
  /** As the rider typed it; empty when they gave none. */
  reason: string;
  actor: AuditActor;
}

/** The payment status of an unpaid ride, and of one that was cancelled unpaid. */
const UNPAID: readonly PaymentStatus[] = ['pending', 'expired'];

/**
 * Cancels a ride that has not begun on behalf of its rider, for at most the fee they saw. A repeat changes
 * nothing.
 *
 * @throws AppError RIDE_STATE_CONFLICT once it is in progress or over; FEE_CHANGED when the fee has risen;
 * RIDE_CHANGED when it was expected to be unpaid but is paid; what `cancelBooking` throws
 */
export const cancelByRider = ({
  rideId,
  expectedFeeCents,
  expectsUnpaid = false,
  reason,
  actor,
}: RiderCancellation): Promise<RideRecord> =>
  changeWithRetry(rideId, async (ride) => {
    // Without this check a rider who wants to drop an unpaid ride could cancel a paid one, as that is free
    // without a driver.
    if (expectsUnpaid && !UNPAID.includes(ride.paymentStatus)) throw paidJustNow();
    if (ride.cancellation?.by === 'rider') return ride;
    const sums = cancellationSums(ride, databaseClock.now(), 'rider');
    if (sums.feeCents > expectedFeeCents) {
      throw new AppError('FEE_CHANGED', 'Cancelling costs more than a moment ago. Please look again.');
    }
    return cancelBooking(ride, { by: 'rider', reason, actor, sums });
  });

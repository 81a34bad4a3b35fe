import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import type { PaymentStatus } from '#common/rides/ride-states.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import type { RideRecord } from '../ride-model.ts';
import { cancelBooking, cancellationSums, paidJustNow } from './cancel-booking.ts';
import { changeAsRead } from './change-as-read.ts';

interface RiderCancellation {
  rideId: string;
  /** The fee that was on screen. */
  expectedFeeCents: number;
  /** The ride was not paid on screen. */
  expectsUnpaid?: boolean | undefined;
  /** In the rider's words; empty where they gave none. */
  reason: string;
  actor: AuditActor;
}

/** What a ride is before it is paid, and once it was given up as such. */
const UNPAID: readonly PaymentStatus[] = ['pending', 'expired'];

/**
 * Its rider cancels a ride that has not begun, for at most the fee they were shown; a repeat changes nothing.
 *
 * @throws AppError RIDE_STATE_CONFLICT once it is under way or over, FEE_CHANGED when the fee has risen, RIDE_CHANGED when it was
 * expected to be unpaid and is not; what `cancelBooking` throws
 */
export const cancelByRider = ({
  rideId,
  expectedFeeCents,
  expectsUnpaid = false,
  reason,
  actor,
}: RiderCancellation): Promise<RideRecord> =>
  changeAsRead(rideId, async (ride) => {
    // Free of charge while it has no driver, a paid ride would pass for one that is given up.
    if (expectsUnpaid && !UNPAID.includes(ride.paymentStatus)) throw paidJustNow();
    if (ride.cancellation?.by === 'rider') return ride;
    const sums = cancellationSums(ride, databaseClock.now(), 'rider');
    if (sums.feeCents > expectedFeeCents) {
      throw new AppError('FEE_CHANGED', 'Cancelling costs more than a moment ago. Please look again.');
    }
    return cancelBooking(ride, { by: 'rider', reason, actor, sums });
  });

import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import type { RideRecord } from '../ride-model.ts';
import { cancelBooking, cancellationSums } from './cancel-booking.ts';
import { changeAsRead } from './change-as-read.ts';

interface RiderCancellation {
  rideId: string;
  /** The fee that was on screen. */
  expectedFeeCents: number;
  /** In the rider's words; empty where they gave none. */
  reason: string;
  actor: AuditActor;
}

/**
 * Its rider cancels a ride that has not begun, for at most the fee they were shown; a repeat changes nothing.
 *
 * @throws AppError RIDE_STATE_CONFLICT once it is under way or over, FEE_CHANGED when the fee has risen; what
 * `cancelBooking` throws
 */
export const cancelByRider = ({
  rideId,
  expectedFeeCents,
  reason,
  actor,
}: RiderCancellation): Promise<RideRecord> =>
  changeAsRead(rideId, async (ride) => {
    if (ride.cancellation?.by === 'rider') return ride;
    const sums = cancellationSums(ride, new Date(), 'rider');
    if (sums.feeCents > expectedFeeCents) {
      throw new AppError('FEE_CHANGED', 'Cancelling costs more than a moment ago. Please look again.');
    }
    return cancelBooking(ride, { by: 'rider', reason, actor, sums });
  });

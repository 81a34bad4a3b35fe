import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { noShowFrom } from '#common/rides/cancellation.ts';
import { formatTime } from '#common/time.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { changeWithRetry } from '../change-with-retry.ts';
import { requireMayDrive } from '../dispatch/start-ride.ts';
import type { RideRecord } from '../ride-model.ts';
import { authorize } from '../ride-policy.ts';
import { cancelBooking } from './cancel-booking.ts';
import { cancellationSums } from './cancellation-sums.ts';

/**
 * Records on behalf of the driver that nobody came to the pickup: cancels the ride and keeps a fee. A repeat
 * changes nothing.
 *
 * @throws AppError RIDE_STATE_CONFLICT before the driver has arrived and waited 15 minutes, and once the ride
 * is in progress or over; NOT_FOUND when another driver has it; what `requireMayDrive` throws
 */
export const cancelAsNoShow = (rideId: string, actor: AuditActor): Promise<RideRecord> =>
  changeWithRetry(rideId, async (ride) => {
    authorize({ driverId: actor.id ?? undefined }, 'drive', ride);
    if (ride.cancellation?.by === 'no_show') return ride;
    await requireMayDrive(ride);
    const now = databaseClock.now();
    const sums = cancellationSums(ride, now, 'no_show');
    const from = noShowFrom(ride);
    if (ride.status !== 'accepted' || from === null) {
      throw new AppError('RIDE_STATE_CONFLICT', 'Only a driver who has arrived can note a no-show.');
    }
    if (now < from) {
      throw new AppError('RIDE_STATE_CONFLICT', `Please wait until ${formatTime(from)}.`);
    }
    return cancelBooking(ride, { by: 'no_show', reason: 'Nobody was at the pickup.', actor, sums });
  });

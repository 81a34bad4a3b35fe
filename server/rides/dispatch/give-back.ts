import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { giveBackUntil } from '#common/rides/cancellation.ts';
import { UNDO_MS } from '#common/rides/ride-limits.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { changeWithRetry } from '../change-with-retry.ts';
import { removalOf } from '../events/publish-ride.ts';
import { rideChangedErrorForParty } from '../ride-changed-error.ts';
import type { RideRecord } from '../ride-model.ts';
import { offerIfUnchanged } from './assign-ride.ts';

/**
 * Returns an accepted ride to the offers on behalf of its driver. Allowed while another driver still has time
 * to accept, or a moment after the driver accepted it. Retries on concurrent changes of the ride. Idempotent.
 *
 * @throws AppError RIDE_STATE_CONFLICT when it is too late or the ride has begun; RIDE_CHANGED when the
 * driver no longer has it
 */
export const giveRideBack = (
  { id: rideId, driverId }: RideRecord,
  reason: string,
  by: AuditActor,
): Promise<RideRecord> =>
  changeWithRetry(rideId, async (ride) => {
    if (ride.driverId !== driverId) {
      const isGivenBack = driverId !== null && removalOf(ride, driverId)?.reason === 'given_back';
      if (isGivenBack) return ride;
      throw rideChangedErrorForParty(ride);
    }
    if (databaseClock.now() >= giveBackUntil(ride) && !isJustAccepted(ride)) {
      throw new AppError(
        'RIDE_STATE_CONFLICT',
        'It is too late to give this ride back. Please call dispatch.',
      );
    }
    return offerIfUnchanged(ride, { change: 'given_back', by, text: reason });
  });

/** Whether the driver accepted the ride a moment ago themselves, rather than being assigned by dispatch. */
function isJustAccepted({ history, driverId }: RideRecord): boolean {
  const last = history.findLast(({ change }) => change === 'accepted' || change === 'reassigned');
  const isOwn = last?.change === 'accepted' && last.by?.role === 'driver' && last.by.id === driverId;
  return isOwn && databaseClock.nowMs() - Date.parse(last.at) <= UNDO_MS;
}

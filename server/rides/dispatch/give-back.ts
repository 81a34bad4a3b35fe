import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { giveBackUntil } from '#common/rides/cancellation.ts';
import { UNDO_MS } from '#common/rides/dispatch-api.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { changeAsRead } from '../cancel/change-as-read.ts';
import type { RideRecord } from '../ride-model.ts';
import { offerAsRead } from './assign-ride.ts';
import { changedForParty } from './changed-refusal.ts';

/**
 * Its driver gives an accepted ride back: it is offered again. In time for somebody else to take it, or a moment after they
 * accepted it; what else is written to the ride meanwhile is not in the way.
 *
 * @throws AppError RIDE_STATE_CONFLICT once it is too late for that or the ride has begun, RIDE_CHANGED once it is not theirs
 */
export const giveRideBack = (
  { id: rideId, driverId }: RideRecord,
  reason: string,
  by: AuditActor,
): Promise<RideRecord> =>
  changeAsRead(rideId, async (ride) => {
    if (ride.driverId !== driverId) throw changedForParty(ride);
    if (databaseClock.now() >= giveBackUntil(ride) && !isJustAccepted(ride)) {
      throw new AppError(
        'RIDE_STATE_CONFLICT',
        'It is too late to give this ride back. Please call dispatch.',
      );
    }
    return offerAsRead(ride, { change: 'given_back', by, text: reason });
  });

/** Whether its driver accepted it a moment ago, and was not given it by dispatch. */
function isJustAccepted({ history, driverId }: RideRecord): boolean {
  const last = history.findLast(({ change }) => change === 'accepted' || change === 'reassigned');
  const isOwn = last?.change === 'accepted' && last.by?.role === 'driver' && last.by.id === driverId;
  return isOwn && databaseClock.nowMs() - Date.parse(last.at) <= UNDO_MS;
}

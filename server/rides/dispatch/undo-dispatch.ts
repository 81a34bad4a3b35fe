import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import type { Assignment, RecordedEntry } from '#common/rides/ride-fields.ts';
import { UNDO_MS } from '#common/rides/ride-limits.ts';
import { undoableChange } from '#common/rides/undoable-change.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { findRepeatedChange, isInForce } from '../repeated-change.ts';
import { requireVersion } from '../ride-changed-error.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { offerAgain } from './assign-ride.ts';
import { assignToDriver } from './assign-to-driver.ts';

/**
 * Undoes the last dispatch change that the same person made a moment ago: restores driver, vehicle and
 * status. A restored driver is vetted again, because they may have taken another ride meanwhile; being off
 * duty is ignored. A repeat changes nothing.
 *
 * @throws AppError RIDE_CHANGED when the ride changed since `version`; RIDE_STATE_CONFLICT when its last
 * change is not an undoable one by this person, or is more than ten seconds old; NOT_FOUND; what
 * `assignToDriver` throws
 */
export async function undoDispatch(rideId: string, version: number, by: AuditActor): Promise<RideRecord> {
  const ride = await findRide(rideId);
  if (isUndoneAs(ride, version, by)) return ride;
  requireVersion(ride, version);
  const undone = requireUndoable(ride, by);
  const { former } = undone;
  const undoing = former
    ? restoreDriver(ride, { undone, former, by })
    : offerAgain(ride, { by, isUndo: true });
  return undoing.catch(async (error: unknown) => {
    const newest = await findRide(rideId);
    if (isUndoneAs(newest, version, by)) return newest;
    throw error;
  });
}

/** Whether the same command has already undone the change, and its result is still in force. */
function isUndoneAs(ride: RideRecord, version: number, by: AuditActor): boolean {
  const undo = findRepeatedChange(ride, { version, by, isUndo: true });
  return undo !== null && isInForce(ride, undo);
}

function requireUndoable(ride: RideRecord, by: AuditActor): RecordedEntry {
  const last = undoableChange(ride);
  if (!last || last.by?.id !== by.id || last.by.role !== by.role) {
    throw new AppError('RIDE_STATE_CONFLICT', 'You can only undo your own last change to this ride.');
  }
  if (databaseClock.nowMs() - Date.parse(last.at) > UNDO_MS) {
    throw new AppError('RIDE_STATE_CONFLICT', 'It is too late to undo this.');
  }
  return last;
}

interface Restoring {
  /** The line of the change that is undone. */
  undone: RecordedEntry;
  former: Assignment;
  by: AuditActor;
}

const restoreDriver = (ride: RideRecord, { undone, former, by }: Restoring): Promise<RideRecord> =>
  assignToDriver(ride, {
    driverId: former.driverId,
    vehicleId: former.vehicleId,
    by,
    // An overlap that existed before is allowed again. One with a ride in progress did: it runs late.
    allowsNearly: ({ overlapped, use }) =>
      wasOverlap(ride, undone) ||
      ((!overlapped || overlapped.status === 'in_progress') && (!use || use.isInProgress)),
    assignmentWith: async () => former,
    isUndo: true,
  });

/** Whether the assignment before this history line was made despite an overlap. */
const wasOverlap = ({ history }: RideRecord, { version }: RecordedEntry): boolean =>
  history.findLast(
    (entry) => entry.version < version && (entry.change === 'accepted' || entry.change === 'reassigned'),
  )?.note === 'overlap';

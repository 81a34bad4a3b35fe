import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { UNDO_MS } from '#common/rides/dispatch-api.ts';
import type { Assignment, RecordedEntry } from '#common/rides/ride-fields.ts';
import type { RideChange } from '#common/rides/ride-states.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { requireVersion } from '../ride-changed-error.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { offerAgain } from './assign-ride.ts';
import { assignToDriver } from './assign-to-driver.ts';

/**
 * Undoes the last dispatch change that the same person made a moment ago: restores driver, vehicle and
 * status. A restored driver is vetted again, because they may have taken another ride meanwhile; being off
 * duty is ignored.
 *
 * @throws AppError RIDE_CHANGED when the ride changed since `version`; RIDE_STATE_CONFLICT when its last
 * change is not an undoable one by this person, or is more than ten seconds old; NOT_FOUND; what
 * `assignToDriver` throws
 */
export async function undoDispatch(rideId: string, version: number, by: AuditActor): Promise<RideRecord> {
  const ride = await findRide(rideId);
  requireVersion(ride, version);
  const { former } = requireUndoable(ride, by);
  return former ? restoreDriver(ride, { former, by }) : offerAgain(ride, { by, isUndo: true });
}

const UNDOABLE: readonly RideChange[] = ['accepted', 'reassigned', 'unassigned'];

function requireUndoable({ history }: RideRecord, by: AuditActor): RecordedEntry {
  const last = history.at(-1);
  const isOwn = last?.by?.id === by.id && last.by.role === by.role;
  if (!last || !isOwn || last.isUndo || !UNDOABLE.includes(last.change)) {
    throw new AppError('RIDE_STATE_CONFLICT', 'You can only undo your own last change to this ride.');
  }
  if (databaseClock.nowMs() - Date.parse(last.at) > UNDO_MS) {
    throw new AppError('RIDE_STATE_CONFLICT', 'It is too late to undo this.');
  }
  return last;
}

interface Restoring {
  former: Assignment;
  by: AuditActor;
}

const restoreDriver = (ride: RideRecord, { former, by }: Restoring): Promise<RideRecord> =>
  assignToDriver(ride, {
    driverId: former.driverId,
    vehicleId: former.vehicleId,
    by,
    // An overlap that existed before is allowed again.
    allowsNearly: ({ overlapped, use }) => !(overlapped ?? use) || wasOverlap(ride),
    assignmentWith: async () => former,
    isUndo: true,
  });

/** Whether the assignment before the last history line was made despite an overlap. */
const wasOverlap = ({ history }: RideRecord): boolean =>
  history.slice(0, -1).findLast(({ change }) => change === 'accepted' || change === 'reassigned')?.note ===
  'overlap';

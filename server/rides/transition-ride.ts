import type { QueryFilter } from 'mongoose';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { HistoryEntry, RecordedEntry } from '#common/rides/ride-fields.ts';
import type { RideChange } from '#common/rides/ride-states.ts';
import { type OwedEvent, owedLine } from '../audit-log/record-audit.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { rideChanges } from '../infra/metrics.ts';
import { MARK_UNPUBLISHED } from '../infra/outbox.ts';
import { watchRide } from './alerts/watch-rides.ts';
import { publishRide } from './events/publish-ride.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from './ride-model.ts';

interface Transition {
  rideId: string;
  /** The entry in the ride's history. */
  change: RideChange;
  /** Who does it, and from where. */
  by: AuditActor;
  /** What they wrote about it: a reason, a note. */
  text?: string;
  /** What its driver, or staff for them, was asked about and went ahead with, for the history. */
  note?: NonNullable<HistoryEntry['note']>;
  /**
   * Who is given the ride and who had it, drivers of which vehicles were offered it or who looked at it, and whether that takes back the
   * change before, for the history.
   */
  dispatch?: Pick<RecordedEntry, 'assigned' | 'former' | 'isUndo' | 'formerRideType' | 'formerTripKey'>;
  /** What must hold for it to happen. */
  guard: QueryFilter<RideDoc>;
  /** What it changes besides history and version. */
  patch: Partial<RideDoc>;
  /** What staff did, for the audit log, which is owed the line from this statement on. */
  audit?: OwedEvent | false;
  /** The history so far, rewritten: its lines stay as many, and the guard names the version that it was read at. */
  history?: RideDoc['history'];
  /** What it takes away. */
  unset?: 'idempotencyKey';
  /** The request that staff made it by, which must not be known to the ride yet. */
  request?: { key: string; digest: string } | null;
}

/**
 * The only door through which a ride changes. Guard, write, history and version are one statement, so two
 * callers cannot both win; the outbox mark set in the same statement gets the change published even if this
 * process dies right after it.
 *
 * @returns the ride as it now is, or null when the guard did not hold
 */
export async function transitionRide({
  rideId,
  change,
  by,
  text,
  note,
  dispatch,
  guard,
  patch,
  audit,
  history,
  unset,
  request,
}: Transition): Promise<RideRecord | null> {
  const now = databaseClock.now();
  const line = { change, at: now, by, ...(text && { text }), ...(note && { note }), ...dispatch };
  const push = {
    ...(!history && { history: line }),
    ...(request && { staffRequests: request }),
    ...(audit && { auditOwed: owedLine(audit, by, now) }),
  };
  const moved = await RideModel.findOneAndUpdate(
    { ...guard, _id: rideId, ...(request && { 'staffRequests.key': { $ne: request.key } }) },
    {
      $set: { ...patch, ...(history && { history: [...history, line] }) },
      ...MARK_UNPUBLISHED,
      ...(unset && { $unset: { [unset]: 1 } }),
      $inc: { version: 1 },
      ...(Object.keys(push).length > 0 && { $push: push }),
    },
    { returnDocument: 'after' },
  ).lean<RideDoc>();
  if (!moved) return null;
  rideChanges.inc({ change });

  const ride = toRideRecord(moved);
  await Promise.all([publishRide(ride), watchRide(rideId)]);
  return ride;
}

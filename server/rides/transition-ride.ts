import type { QueryFilter } from 'mongoose';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { RecordedEntry } from '#common/rides/ride-fields.ts';
import type { RideChange } from '#common/rides/ride-states.ts';
import { type OwedEvent, owedLine } from '../audit-log/record-audit.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { rideChanges } from '../infra/metrics.ts';
import { MARK_UNPUBLISHED } from '../infra/outbox.ts';
import { updateAlertsOfRide } from './alerts/update-ride-alerts.ts';
import { publishRide } from './events/publish-ride.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from './ride-model.ts';
import type { StaffRequest } from './staff-request.ts';

interface Transition {
  rideId: string;
  /** The entry in the ride's history. */
  change: RideChange;
  /** Who makes the change, and from where. */
  by: AuditActor;
  /** A sentence about it for the history: the reason as typed, a staff note, or what exactly changed. */
  text?: string;
  /**
   * Further fields of the history entry: the warning that the driver, or staff for them, confirmed; the new
   * and former drivers; the former vehicle kind or trip link key; whether this undoes the previous change;
   * whether a refund was refused at once.
   */
  details?: Pick<
    RecordedEntry,
    'note' | 'assigned' | 'former' | 'isUndo' | 'isRefused' | 'formerRideType' | 'formerTripKey'
  >;
  /** The condition for the change. */
  guard: QueryFilter<RideDoc>;
  /** What changes besides history and version. */
  patch: Partial<RideDoc>;
  /** The audit log entry for a change by staff or for a refund, stored with it so that no crash loses it. */
  audit?: OwedEvent | false;
  /**
   * Replaces the history so far, with the same number of lines, to erase names from it. The guard must name
   * the version it was read at.
   */
  rewrittenHistory?: RideDoc['history'];
  /** The field to remove. */
  unset?: 'idempotencyKey';
  /** The request by staff that makes the change. One that changed the ride before does not match again. */
  staffRequest?: StaffRequest | null;
}

/**
 * Changes a ride. Every change of a ride's status or history goes through this function. Guard, write,
 * history and version are one statement, so of two concurrent callers only one wins. The same statement sets
 * the outbox mark, so the change is published even if this process dies right after it.
 *
 * @returns the changed ride, or null when the guard did not match
 */
export async function transitionRide({
  rideId,
  change,
  by,
  text,
  details,
  guard,
  patch,
  audit,
  rewrittenHistory,
  unset,
  staffRequest,
}: Transition): Promise<RideRecord | null> {
  const now = databaseClock.now();
  const entry = { change, at: now, by, ...(text && { text }), ...details };
  const push = {
    ...(!rewrittenHistory && { history: entry }),
    ...(staffRequest && { staffRequests: staffRequest }),
    ...(audit && { auditOwed: owedLine(audit, by, now) }),
  };
  const moved = await RideModel.findOneAndUpdate(
    { ...guard, _id: rideId, ...(staffRequest && { 'staffRequests.key': { $ne: staffRequest.key } }) },
    {
      $set: { ...patch, ...(rewrittenHistory && { history: [...rewrittenHistory, entry] }) },
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
  // Neither throws: the change is written, and `relay-outbox` and `watch-rides` repeat what fails here.
  await Promise.all([publishRide(ride), updateAlertsOfRide(ride)]);
  return ride;
}

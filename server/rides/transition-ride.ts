import type { QueryFilter } from 'mongoose';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { HistoryEntry, RecordedEntry } from '#common/rides/ride-fields.ts';
import type { RideChange } from '#common/rides/ride-states.ts';
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
  /** Who is given the ride and who had it, or drivers of which vehicles were offered it, and whether that takes back the change before, for the history. */
  dispatch?: Pick<RecordedEntry, 'assigned' | 'former' | 'isUndo' | 'formerRideType'>;
  /** What must hold for it to happen. */
  guard: QueryFilter<RideDoc>;
  /** What it changes besides history and version. */
  patch: Partial<RideDoc>;
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
  unset,
  request,
}: Transition): Promise<RideRecord | null> {
  const now = new Date();
  const moved = await RideModel.findOneAndUpdate(
    { ...guard, _id: rideId, ...(request && { 'staffRequests.key': { $ne: request.key } }) },
    {
      $set: { ...patch, unpublishedSince: now },
      ...(unset && { $unset: { [unset]: 1 } }),
      $inc: { version: 1 },
      $push: {
        history: { change, at: now, by, ...(text && { text }), ...(note && { note }), ...dispatch },
        ...(request && { staffRequests: request }),
      },
    },
    { returnDocument: 'after' },
  ).lean<RideDoc>();
  if (!moved) return null;

  const ride = toRideRecord(moved);
  await Promise.all([publishRide(ride), watchRide(rideId)]);
  return ride;
}

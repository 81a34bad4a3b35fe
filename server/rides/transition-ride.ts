import type { QueryFilter } from 'mongoose';
import type { HistoryEntry } from '#common/rides/ride-fields.ts';
import type { RideChange } from '#common/rides/ride-states.ts';
import { publishRide } from './events/publish-ride.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from './ride-model.ts';

interface Transition {
  rideId: string;
  /** The entry in the ride's history. */
  change: RideChange;
  /** What its driver was asked about and went ahead with, for the history. */
  note?: NonNullable<HistoryEntry['note']>;
  /** What must hold for it to happen. */
  guard: QueryFilter<RideDoc>;
  /** What it changes besides history and version. */
  patch: Partial<RideDoc>;
  /** What it takes away. */
  unset?: 'refundOwed' | 'idempotencyKey';
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
  note,
  guard,
  patch,
  unset,
}: Transition): Promise<RideRecord | null> {
  const now = new Date();
  const moved = await RideModel.findOneAndUpdate(
    { ...guard, _id: rideId },
    {
      $set: { ...patch, unpublishedSince: now },
      ...(unset && { $unset: { [unset]: 1 } }),
      $inc: { version: 1 },
      $push: { history: { change, at: now, ...(note && { note }) } },
    },
    { returnDocument: 'after' },
  ).lean<RideDoc>();
  if (!moved) return null;

  const ride = toRideRecord(moved);
  await publishRide(ride);
  return ride;
}

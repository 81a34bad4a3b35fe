import { MINUTE_MS } from '#common/durations.ts';
import { ACTIVE_STATUSES } from '#common/rides/ride-states.ts';
import { deletePastDays, listDays, releaseFromDay } from '../../capacity/reservations.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { type RideDoc, RideModel } from '../ride-model.ts';

/** How long after reserving its vehicle time a ride may take to be written, in milliseconds. */
const GRACE_MS = MINUTE_MS;

/** Releases what rides have reserved that are over or were never written, after a process crashed. */
export async function reconcileVehicleTime(): Promise<void> {
  await deletePastDays();
  for (const { _id: dayId, places } of await listDays()) {
    const keys = places.map(({ rideId }) => rideId).filter((key) => ageOf(key) > GRACE_MS);
    const used = await findUsedKeys(keys);
    const stray = keys.filter((key) => !used.has(key));
    if (stray.length > 0) await releaseFromDay(dayId, stray);
  }
}

/** Returns those keys under which an active ride, or a pending edit of one, has its vehicle time. */
async function findUsedKeys(keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rides = await RideModel.find(
    {
      status: { $in: ACTIVE_STATUSES },
      $or: [{ _id: { $in: keys } }, { placeId: { $in: keys } }, { 'pendingEdit.id': { $in: keys } }],
    },
    { placeId: 1, pendingEdit: 1 },
  ).lean<Pick<RideDoc, '_id' | 'placeId' | 'pendingEdit'>[]>();
  return new Set(
    rides.flatMap(({ _id, placeId, pendingEdit }) => [
      placeId ?? _id.toHexString(),
      ...(pendingEdit ? [pendingEdit.id] : []),
    ]),
  );
}

/** Milliseconds since an ObjectId was created: its first four bytes are seconds since the epoch. */
const ageOf = (id: string): number => databaseClock.nowMs() - Number.parseInt(id.slice(0, 8), 16) * 1_000;

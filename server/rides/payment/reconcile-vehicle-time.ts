import { ACTIVE_STATUSES } from '#common/rides/ride-states.ts';
import { deletePastDays, listDays, releaseFromDay } from '../../capacity/reservations.ts';
import { ageOfId } from '../../infra/database-clock.ts';
import { WRITTEN_WITHIN_MS } from '../booking/write-order.ts';
import { type RideDoc, RideModel } from '../ride-model.ts';

/** Releases what rides have reserved that are over or were never written, after a process crashed. */
export async function reconcileVehicleTime(): Promise<void> {
  await deletePastDays();
  for (const { _id: dayId, places } of await listDays()) {
    const keys = places.map(({ rideId }) => rideId).filter((key) => ageOfId(key) > WRITTEN_WITHIN_MS);
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

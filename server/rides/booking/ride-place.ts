import { AppError } from '#common/errors.ts';
import { plannedSpan } from '#common/rides/overlap.ts';
import { ACTIVE_STATUSES } from '#common/rides/ride-states.ts';
import { formatTime, pickupTimeProblem, toInstant } from '#common/time.ts';
import { findVehicle, VEHICLES, type Vehicle, type VehicleId } from '#common/vehicles/catalogue.ts';
import { readCapacitySetting } from '../../capacity/capacity-setting.ts';
import {
  deletePastDays,
  isFree,
  listDays,
  releaseFromDay,
  releasePlace,
  takePlace,
} from '../../capacity/places.ts';
import { countServing } from '../../vehicles/vehicle-queries.ts';
import { type RideDoc, RideModel } from '../ride-model.ts';

/**
 * Takes a vehicle's time for a drafted ride, before it is written. While bookings are not limited it is noted all
 * the same, so that limiting them counts at once.
 *
 * @throws AppError FULLY_BOOKED, with what can be booked instead
 */
export async function takePlaceFor(draft: RideDoc): Promise<void> {
  const vehicle = findVehicle(draft.rideType);
  if (!vehicle) throw new Error(`${draft.rideType} is not in the catalogue`);
  const { isEnforced } = await readCapacitySetting();
  const wanted = wantedBy({ ...draft, rideType: vehicle.id });
  const vehicles = isEnforced ? await countServing(vehicle.id) : null;
  if (await takePlace({ ...wanted, rideId: draft._id.toHexString(), vehicles })) return;

  throw new AppError('FULLY_BOOKED', `Every ${vehicle.name} is taken at ${formatTime(draft.scheduledAt)}.`, {
    alternatives: {
      times: await freeTimes(draft, vehicle.id),
      rideTypes: await largerVehicles(draft, vehicle),
    },
  });
}

/** Gives the place of a ride back that is over, or was never written. Repeatable. */
export const givePlaceBack = (ride: Placed & { id: string }): Promise<void> =>
  releasePlace({ ...wantedBy(ride), rideId: ride.id });

/** What of a ride says which place it takes. */
interface Placed {
  city: string;
  rideType: string;
  hours: number | null;
  stops: readonly string[];
  scheduledAt: Date | string;
}

const wantedBy = ({ city, rideType, hours, stops, scheduledAt }: Placed) => ({
  city,
  rideType,
  span: plannedSpan(new Date(scheduledAt), { hours, stops }),
});

const STEP_MINUTES = 30;
/** How far from the time wanted another is looked for, and how many are offered. */
const REACH_MINUTES = 6 * 60;
const TIMES = 4;
const LARGER = 3;

/** The nearest free pickup times of the same day, by the clock. */
async function freeTimes(draft: RideDoc, rideType: VehicleId): Promise<string[]> {
  const vehicles = await countServing(rideType);
  const found: string[] = [];
  if (vehicles === 0) return found;
  for (const time of timesAround(draft.scheduledTime)) {
    const at = toInstant(draft.scheduledDate, time);
    if (!at || pickupTimeProblem(draft.scheduledDate, time, new Date())) continue;
    if (await isFree(wantedBy({ ...draft, rideType, scheduledAt: at }), vehicles)) found.push(time);
    if (found.length === TIMES) break;
  }
  return found.toSorted();
}

/** Half-hour steps away from a time, nearest first, within its day. */
function timesAround(time: string): string[] {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const wanted = hour * 60 + minute;
  const times: string[] = [];
  for (let away = STEP_MINUTES; away <= REACH_MINUTES; away += STEP_MINUTES) {
    for (const minutes of [wanted - away, wanted + away]) {
      if (minutes < 0 || minutes >= 24 * 60) continue;
      const clock = [Math.floor(minutes / 60), minutes % 60];
      times.push(clock.map((part) => `${part}`.padStart(2, '0')).join(':'));
    }
  }
  return times;
}

/** The next larger vehicles that are free at the same time. */
async function largerVehicles(draft: RideDoc, { capacity }: Vehicle): Promise<string[]> {
  const larger = VEHICLES.filter((vehicle) => vehicle.capacity > capacity).toSorted(
    (one, other) => one.capacity - other.capacity,
  );
  const found: string[] = [];
  for (const { id } of larger) {
    const vehicles = await countServing(id);
    if (vehicles > 0 && (await isFree(wantedBy({ ...draft, rideType: id }), vehicles))) found.push(id);
    if (found.length === LARGER) break;
  }
  return found;
}

/** Time a ride gets to be written after its place was taken. */
const GRACE_MS = 60_000;

/** Gives back the places of rides that are over, or that were never written: a process died in between. */
export async function reconcilePlaces(): Promise<void> {
  await deletePastDays();
  for (const { _id: dayId, places } of await listDays()) {
    const ids = places.map(({ rideId }) => rideId).filter((id) => ageOf(id) > GRACE_MS);
    const active = await RideModel.find(
      { _id: { $in: ids }, status: { $in: ACTIVE_STATUSES } },
      { _id: 1 },
    ).lean<Pick<RideDoc, '_id'>[]>();
    const kept = new Set(active.map(({ _id }) => _id.toHexString()));
    const stray = ids.filter((id) => !kept.has(id));
    if (stray.length > 0) await releaseFromDay(dayId, stray);
  }
}

/** Milliseconds since an id was made: its first four bytes are seconds. */
const ageOf = (id: string): number => Date.now() - Number.parseInt(id.slice(0, 8), 16) * 1_000;

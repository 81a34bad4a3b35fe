import { AppError } from '#common/errors.ts';
import { plannedSpan } from '#common/rides/overlap.ts';
import { firstRideProblem, returnTimeProblem } from '#common/rides/return-trip.ts';
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
import { databaseClock } from '../../infra/database-clock.ts';
import { countServing } from '../../vehicles/vehicle-queries.ts';
import { type RideDoc, RideModel, type RideRecord } from '../ride-model.ts';

/**
 * Takes a vehicle's time for a drafted ride, before it is written. While bookings are not limited it is noted all
 * the same, so that limiting them counts at once.
 *
 * @param other the other ride of its order, drafted with it
 * @throws AppError FULLY_BOOKED, with what can be booked instead
 */
export function takePlaceFor(draft: RideDoc, other?: RideDoc): Promise<void> {
  const { _id, order } = draft;
  const bound = order && other ? { leg: order.leg, other } : null;
  return takeOrRefuse(draft, { key: _id.toHexString(), instead: [], findBound: async () => bound });
}

/** A ride by what it takes a place for. */
type PlacedRide = Placed & Leg & Partial<Pick<RideDoc, 'order'>>;

/** What of a ride of a return trip says when the other one can be. */
type Leg = Pick<RideDoc, 'hours' | 'stops' | 'scheduledDate' | 'scheduledTime'>;

/** Which of a return trip a ride is, and the other one, with whose time its own has to go. */
interface BoundRide {
  leg: 'there' | 'back';
  other: Leg;
}

/**
 * Takes a vehicle's time for what a ride is to become, under a key, `instead` of the places that it has: these are not in its
 * way.
 *
 * @throws AppError FULLY_BOOKED, with what can be booked instead
 */
export const takePlaceUnder = (key: string, draft: PlacedRide, instead: readonly string[]): Promise<void> =>
  takeOrRefuse(draft, { key, instead, findBound: () => findBoundRide(instead) });

interface Taking {
  key: string;
  instead: readonly string[];
  /** Null for a ride by itself. */
  findBound: () => Promise<BoundRide | null>;
}

async function takeOrRefuse(draft: PlacedRide, { key, instead, findBound }: Taking): Promise<void> {
  const vehicle = findVehicle(draft.rideType);
  if (!vehicle) throw new Error(`${draft.rideType} is not in the catalogue`);
  const { isEnforced } = await readCapacitySetting();
  const wanted = wantedBy({ ...draft, rideType: vehicle.id });
  const vehicles = isEnforced ? await countServing(vehicle.id) : null;
  if (await takePlace({ ...wanted, rideId: key, vehicles, instead })) return;

  const bound = await findBound();
  throw new AppError(
    'FULLY_BOOKED',
    `Every ${vehicle.name} is taken at ${formatTime(new Date(draft.scheduledAt))}.`,
    {
      alternatives: {
        times: await freeTimes({ ...draft, rideType: vehicle.id }, bound, instead),
        rideTypes: await largerVehicles(draft, vehicle, instead),
        ...(draft.order?.leg === 'back' && { isReturn: true }),
      },
    },
  );
}

/** The other ride of a return trip, of which one has its place under some keys; null where that binds nothing. */
async function findBoundRide(keys: readonly string[]): Promise<BoundRide | null> {
  const placed = { $or: [{ _id: { $in: keys } }, { placeId: { $in: keys } }] };
  const ride = await RideModel.findOne(placed).lean<RideDoc>();
  if (!ride?.order || ride.status === 'cancelled') return null;
  const other = await RideModel.findById(ride.order.otherRideId).lean<RideDoc>();
  return other && other.status !== 'cancelled' ? { leg: ride.order.leg, other } : null;
}

/** Gives the place of a ride back that is over, or was never written. Repeatable. */
export const givePlaceBack = (ride: Placed & { id: string; placeId: string | null }): Promise<void> =>
  releasePlace({ ...wantedBy(ride), rideId: placeKeyOf(ride) });

/** What a ride has places under: its own, and that of an edit of it which waits for its payment. */
export const placeKeysOf = (ride: RideRecord): string[] => [
  placeKeyOf(ride),
  ...(ride.pendingEdit ? [ride.pendingEdit.id] : []),
];

/** What a ride's place is taken under. */
const placeKeyOf = ({ id, placeId }: { id: string; placeId: string | null }): string => placeId ?? id;

/** Gives back what an edit that is not made has taken; nothing where that is nothing. Repeatable. */
export async function giveEditPlaceBack({ city, pendingEdit }: Pick<RideRecord, 'city' | 'pendingEdit'>) {
  if (!pendingEdit?.hasPlace) return;
  await releasePlace({ ...wantedBy({ ...pendingEdit, city }), rideId: pendingEdit.id });
}

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

/** The nearest free pickup times of the same day, by the clock, that go with the other ride of a return trip. */
async function freeTimes(
  draft: PlacedRide & { rideType: VehicleId },
  bound: BoundRide | null,
  instead: readonly string[],
): Promise<string[]> {
  const vehicles = await countServing(draft.rideType);
  const found: string[] = [];
  if (vehicles === 0) return found;
  for (const scheduledTime of timesAround(draft.scheduledTime)) {
    const at = toInstant(draft.scheduledDate, scheduledTime);
    if (!at || isRefused({ ...draft, scheduledTime }, bound)) continue;
    if (await isFree(wantedBy({ ...draft, scheduledAt: at }), vehicles, instead)) found.push(scheduledTime);
    if (found.length === TIMES) break;
  }
  return found.toSorted();
}

/** Whether a ride could not be booked for its time, whatever is free then. */
function isRefused(ride: Leg, bound: BoundRide | null): boolean {
  const now = databaseClock.now();
  if (bound?.leg === 'back') return returnTimeProblem(bound.other, ride, now) !== null;
  const problem = pickupTimeProblem(ride.scheduledDate, ride.scheduledTime, now);
  return (problem ?? (bound && firstRideProblem(ride, bound.other, now))) !== null;
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
async function largerVehicles(
  draft: PlacedRide,
  { capacity }: Vehicle,
  instead: readonly string[],
): Promise<string[]> {
  const larger = VEHICLES.filter((vehicle) => vehicle.capacity > capacity).toSorted(
    (one, other) => one.capacity - other.capacity,
  );
  const found: string[] = [];
  for (const { id } of larger) {
    const vehicles = await countServing(id);
    if (vehicles > 0 && (await isFree(wantedBy({ ...draft, rideType: id }), vehicles, instead)))
      found.push(id);
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
    const kept = await findKeys(ids);
    const stray = ids.filter((id) => !kept.has(id));
    if (stray.length > 0) await releaseFromDay(dayId, stray);
  }
}

/** Those of some keys under which a ride that is not over, or an edit of one, has its place. */
async function findKeys(keys: readonly string[]): Promise<ReadonlySet<string>> {
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

/** Milliseconds since an id was made: its first four bytes are seconds. */
const ageOf = (id: string): number => databaseClock.nowMs() - Number.parseInt(id.slice(0, 8), 16) * 1_000;

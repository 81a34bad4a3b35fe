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
  reservePlace,
} from '../../capacity/places.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { countServing } from '../../vehicles/vehicle-queries.ts';
import { type RideDoc, RideModel, type RideRecord } from '../ride-model.ts';

/**
 * Reserves the vehicle time of a drafted ride, before it is written. Also recorded while the capacity limit
 * is off, so that switching it on takes effect at once.
 *
 * @param other the other drafted ride of the order
 * @throws AppError FULLY_BOOKED, with alternatives that can be booked
 */
export function reservePlaceFor(draft: RideDoc, other?: RideDoc): Promise<void> {
  const { _id, order } = draft;
  const linkedLeg = order && other ? { leg: order.leg, other } : null;
  return takeOrRefuse(draft, { key: _id.toHexString(), instead: [], findBound: async () => linkedLeg });
}

/** The fields of a ride that decide its place and, on a return trip, when the other leg can take place. */
type PlacedRide = Placed & Leg & Partial<Pick<RideDoc, 'order'>>;

/** The fields of one leg that limit the times of the other. */
type Leg = Pick<RideDoc, 'hours' | 'stops' | 'scheduledDate' | 'scheduledTime'>;

/** Which leg of a return trip a ride is, and the other leg, which limits its possible times. */
interface LinkedLeg {
  leg: 'there' | 'back';
  other: Leg;
}

/**
 * Reserves the vehicle time of an edited ride under `key`. The places in `instead` belong to the same ride
 * and do not count as occupied.
 *
 * @throws AppError FULLY_BOOKED, with alternatives that can be booked
 */
export const reservePlaceUnder = (
  key: string,
  draft: PlacedRide,
  instead: readonly string[],
): Promise<void> => takeOrRefuse(draft, { key, instead, findBound: () => findLinkedLeg(instead) });

/**
 * Whether the vehicle time of an edited ride could be reserved now. Always so while the capacity limit is
 * off. The places in `instead` belong to the same ride and do not count as occupied.
 */
export async function isPlaceFree(draft: Placed, instead: readonly string[]): Promise<boolean> {
  const { isEnforced } = await readCapacitySetting();
  const vehicle = findVehicle(draft.rideType);
  if (!isEnforced || !vehicle) return true;
  return isFree(wantedBy(draft), await countServing(vehicle.id), instead);
}

interface Taking {
  key: string;
  instead: readonly string[];
  /** Finds the other leg of a return trip; null for a single ride. */
  findBound: () => Promise<LinkedLeg | null>;
}

async function takeOrRefuse(draft: PlacedRide, { key, instead, findBound }: Taking): Promise<void> {
  const vehicle = findVehicle(draft.rideType);
  if (!vehicle) throw new Error(`${draft.rideType} is not in the catalogue`);
  const { isEnforced } = await readCapacitySetting();
  const wanted = wantedBy({ ...draft, rideType: vehicle.id });
  const vehicles = isEnforced ? await countServing(vehicle.id) : null;
  if (await reservePlace({ ...wanted, rideId: key, vehicles, instead })) return;

  const linkedLeg = await findBound();
  throw new AppError(
    'FULLY_BOOKED',
    `Every ${vehicle.name} is taken at ${formatTime(new Date(draft.scheduledAt))}.`,
    {
      alternatives: {
        times: await freeTimes({ ...draft, rideType: vehicle.id }, linkedLeg, instead),
        rideTypes: await largerVehicles(draft, vehicle, instead),
        ...(draft.order?.leg === 'back' && { isReturn: true }),
      },
    },
  );
}

/**
 * Finds the other leg of the return trip that one of these place keys belongs to. Null for a single ride, or
 * when either leg is cancelled.
 */
async function findLinkedLeg(keys: readonly string[]): Promise<LinkedLeg | null> {
  const placed = { $or: [{ _id: { $in: keys } }, { placeId: { $in: keys } }] };
  const ride = await RideModel.findOne(placed).lean<RideDoc>();
  if (!ride?.order || ride.status === 'cancelled') return null;
  const other = await RideModel.findById(ride.order.otherRideId).lean<RideDoc>();
  return other && other.status !== 'cancelled' ? { leg: ride.order.leg, other } : null;
}

/** Releases the place of a ride that is over or was never written. Idempotent. */
export const releaseRidePlace = (ride: Placed & { id: string; placeId: string | null }): Promise<void> =>
  releasePlace({ ...wantedBy(ride), rideId: placeKeyOf(ride) });

/** The keys of a ride's places: its own, and that of an edit waiting for payment. */
export const placeKeysOf = (ride: RideRecord): string[] => [
  placeKeyOf(ride),
  ...(ride.pendingEdit ? [ride.pendingEdit.id] : []),
];

/** The key that a ride's own place is reserved under. */
const placeKeyOf = ({ id, placeId }: { id: string; placeId: string | null }): string => placeId ?? id;

/** Releases the place of an edit that will not be applied, if it has one. Idempotent. */
export async function releaseEditPlace({ city, pendingEdit }: Pick<RideRecord, 'city' | 'pendingEdit'>) {
  if (!pendingEdit?.hasPlace) return;
  await releasePlace({ ...wantedBy({ ...pendingEdit, city }), rideId: pendingEdit.id });
}

/** The fields of a ride that determine its place. */
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
/** How far from the requested time alternatives are searched, in minutes, and how many are suggested. */
const REACH_MINUTES = 6 * 60;
const TIMES = 4;
const LARGER = 3;

/**
 * Finds the nearest free pickup times on the same day, in clock order, that are compatible with the other leg
 * of a return trip.
 */
async function freeTimes(
  draft: PlacedRide & { rideType: VehicleId },
  linkedLeg: LinkedLeg | null,
  instead: readonly string[],
): Promise<string[]> {
  const vehicles = await countServing(draft.rideType);
  const found: string[] = [];
  if (vehicles === 0) return found;
  for (const scheduledTime of timesAround(draft.scheduledTime)) {
    const at = toInstant(draft.scheduledDate, scheduledTime);
    if (!at || isRefused({ ...draft, scheduledTime }, linkedLeg)) continue;
    if (await isFree(wantedBy({ ...draft, scheduledAt: at }), vehicles, instead)) found.push(scheduledTime);
    if (found.length === TIMES) break;
  }
  return found.toSorted();
}

/** Whether a ride could not be booked at its time, regardless of free vehicles. */
function isRefused(ride: Leg, linkedLeg: LinkedLeg | null): boolean {
  const now = databaseClock.now();
  if (linkedLeg?.leg === 'back') return returnTimeProblem(linkedLeg.other, ride, now) !== null;
  const problem = pickupTimeProblem(ride.scheduledDate, ride.scheduledTime, now);
  return (problem ?? (linkedLeg && firstRideProblem(ride, linkedLeg.other, now))) !== null;
}

/** Lists half-hour steps away from a time, nearest first, within the same day. */
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

/** Finds the next larger vehicles that are free at the same time. */
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

/** How long after reserving its place a ride may take to be written, in milliseconds. */
const GRACE_MS = 60_000;

/** Releases places of rides that are over or were never written, which a crashed process left behind. */
export async function reconcilePlaces(): Promise<void> {
  await deletePastDays();
  for (const { _id: dayId, places } of await listDays()) {
    const ids = places.map(({ rideId }) => rideId).filter((id) => ageOf(id) > GRACE_MS);
    const kept = await findKeys(ids);
    const stray = ids.filter((id) => !kept.has(id));
    if (stray.length > 0) await releaseFromDay(dayId, stray);
  }
}

/** Returns those keys under which an active ride, or a pending edit of one, has its place. */
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

/** Milliseconds since an ObjectId was created: its first four bytes are seconds since the epoch. */
const ageOf = (id: string): number => databaseClock.nowMs() - Number.parseInt(id.slice(0, 8), 16) * 1_000;

import { MINUTE_MS } from '#common/durations.ts';
import { ACTIVE_STATUSES } from '#common/rides/ride-states.ts';
import { findVehicle } from '#common/vehicles/catalogue.ts';
import { readCapacitySetting } from '../../capacity/capacity-setting.ts';
import {
  addReservation,
  type DemandFields,
  deletePastDays,
  demandOf,
  isFree,
  listDays,
  releaseFromDay,
  removeReservation,
} from '../../capacity/reservations.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { countServing } from '../../vehicles/vehicle-queries.ts';
import { type RideDoc, RideModel, type RideRecord } from '../ride-model.ts';
import { fullyBookedError, type LinkedLeg, type TimedRide } from './fully-booked-error.ts';

/**
 * Reserves the vehicle time of a drafted ride, before it is written. Also recorded while the capacity limit
 * is off, so that switching it on takes effect at once.
 *
 * @param other the other drafted ride of the order
 * @throws AppError FULLY_BOOKED, with alternatives that can be booked
 */
export function reserveVehicleTime(draft: RideDoc, other?: RideDoc): Promise<void> {
  const { _id, order } = draft;
  const linkedLeg = order && other ? { leg: order.leg, other } : null;
  return reserveOrRefuse(draft, {
    key: _id.toHexString(),
    ignoredKeys: [],
    findOtherLeg: async () => linkedLeg,
  });
}

/**
 * Reserves the vehicle time of an edited ride under the edit's id. What is reserved under `ignoredKeys`
 * belongs to the same ride and does not count as occupied.
 *
 * @throws AppError FULLY_BOOKED, with alternatives that can be booked
 */
export const reserveVehicleTimeOfEdit = (
  editId: string,
  edited: TimedRide,
  ignoredKeys: readonly string[],
): Promise<void> =>
  reserveOrRefuse(edited, {
    key: editId,
    ignoredKeys,
    findOtherLeg: () => findLinkedLeg(ignoredKeys),
  });

/**
 * Whether the vehicle time of an edited ride could be reserved now. Always so while the capacity limit is
 * off. What is reserved under `ignoredKeys` belongs to the same ride and does not count as occupied.
 */
export async function isVehicleTimeFree(
  edited: DemandFields,
  ignoredKeys: readonly string[],
): Promise<boolean> {
  const { isEnforced } = await readCapacitySetting();
  const vehicle = findVehicle(edited.rideType);
  if (!isEnforced || !vehicle) return true;
  return isFree(demandOf(edited), await countServing(vehicle.id), ignoredKeys);
}

interface Reserving {
  key: string;
  ignoredKeys: readonly string[];
  /** Finds the other leg of a return trip; null for a single ride. */
  findOtherLeg: () => Promise<LinkedLeg | null>;
}

async function reserveOrRefuse(
  ride: TimedRide,
  { key, ignoredKeys, findOtherLeg }: Reserving,
): Promise<void> {
  const vehicle = findVehicle(ride.rideType);
  if (!vehicle) throw new Error(`${ride.rideType} is not in the catalogue`);
  const { isEnforced } = await readCapacitySetting();
  const vehicles = isEnforced ? await countServing(vehicle.id) : null;
  if (await addReservation({ ...demandOf({ ...ride, rideType: vehicle.id }), key, vehicles, ignoredKeys })) {
    return;
  }
  throw await fullyBookedError(ride, { vehicle, linkedLeg: await findOtherLeg(), ignoredKeys });
}

/**
 * Finds the other leg of the return trip that one of these keys belongs to. Null for a single ride, or when
 * either leg is cancelled.
 */
async function findLinkedLeg(keys: readonly string[]): Promise<LinkedLeg | null> {
  const isKeyed = { $or: [{ _id: { $in: keys } }, { placeId: { $in: keys } }] };
  const ride = await RideModel.findOne(isKeyed).lean<RideDoc>();
  if (!ride?.order || ride.status === 'cancelled') return null;
  const other = await RideModel.findById(ride.order.otherRideId).lean<RideDoc>();
  return other && other.status !== 'cancelled' ? { leg: ride.order.leg, other } : null;
}

/** Releases the vehicle time of a ride that is over or was never written. Idempotent. */
export const releaseVehicleTime = (ride: DemandFields & Pick<RideRecord, 'id' | 'placeId'>): Promise<void> =>
  removeReservation({ ...demandOf(ride), key: reservationKeyOf(ride) });

/** The keys of what a ride has reserved: its own time, and that of an edit waiting for payment. */
export const reservationKeysOf = (ride: RideRecord): string[] => [
  reservationKeyOf(ride),
  ...(ride.pendingEdit ? [ride.pendingEdit.id] : []),
];

/** The key that a ride's own vehicle time is reserved under: its id, or that of its last applied edit. */
const reservationKeyOf = ({ id, placeId }: Pick<RideRecord, 'id' | 'placeId'>): string => placeId ?? id;

/** Releases the vehicle time of an edit that will not be applied, if it has any. Idempotent. */
export async function releaseVehicleTimeOfEdit({
  city,
  pendingEdit,
}: Pick<RideRecord, 'city' | 'pendingEdit'>): Promise<void> {
  if (!pendingEdit?.hasPlace) return;
  await removeReservation({ ...demandOf({ ...pendingEdit, city }), key: pendingEdit.id });
}

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

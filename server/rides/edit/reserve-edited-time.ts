import { findVehicle } from '#common/vehicles/catalogue.ts';
import { readCapacitySetting } from '../../capacity/capacity-setting.ts';
import { type DemandFields, demandOf, isFree, removeReservation } from '../../capacity/reservations.ts';
import { countServing } from '../../vehicles/vehicle-queries.ts';
import type { LinkedLeg, TimedRide } from '../booking/fully-booked-error.ts';
import { reservationKeyOf, reserveOrRefuse } from '../booking/reserve-vehicle-time.ts';
import { type RideDoc, RideModel, type RideRecord } from '../ride-model.ts';

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

/** Releases the vehicle time of an edit that will not be applied, if it has any. Idempotent. */
export async function releaseVehicleTimeOfEdit({
  city,
  pendingEdit,
}: Pick<RideRecord, 'city' | 'pendingEdit'>): Promise<void> {
  if (!pendingEdit?.hasPlace) return;
  await removeReservation({ ...demandOf({ ...pendingEdit, city }), key: pendingEdit.id });
}

/** The keys of what a ride has reserved: its own time, and that of an edit waiting for payment. */
export const reservationKeysOf = (ride: RideRecord): string[] => [
  reservationKeyOf(ride),
  ...(ride.pendingEdit ? [ride.pendingEdit.id] : []),
];

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

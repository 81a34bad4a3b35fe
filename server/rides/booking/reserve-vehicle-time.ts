import { findVehicle } from '#common/vehicles/catalogue.ts';
import { readCapacitySetting } from '../../capacity/capacity-setting.ts';
import {
  addReservation,
  type DemandFields,
  demandOf,
  removeReservation,
} from '../../capacity/reservations.ts';
import { countServing } from '../../vehicles/vehicle-queries.ts';
import type { RideDoc, RideRecord } from '../ride-model.ts';
import { fullyBookedError, type LinkedLeg, type TimedRide } from './fully-booked-error.ts';

/**
 * Reserves the vehicle time of a prepared ride, before it is written. Also recorded while the capacity limit
 * is off, so that switching it on takes effect at once.
 *
 * @param other the other ride of the order
 * @throws AppError FULLY_BOOKED, with alternatives that can be booked
 */
export function reserveVehicleTime(ride: RideDoc, other?: RideDoc): Promise<void> {
  const { _id, order } = ride;
  const linkedLeg = order && other ? { leg: order.leg, other } : null;
  return reserveOrRefuse(ride, {
    key: _id.toHexString(),
    ignoredKeys: [],
    findOtherLeg: async () => linkedLeg,
  });
}

interface Reserving {
  key: string;
  ignoredKeys: readonly string[];
  /** Finds the other leg of a return trip; null for a single ride. */
  findOtherLeg: () => Promise<LinkedLeg | null>;
}

/** @throws AppError FULLY_BOOKED, with alternatives that can be booked */
export async function reserveOrRefuse(
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

/** Releases the vehicle time of a ride that is over or was never written. Idempotent. */
export const releaseVehicleTime = (ride: DemandFields & Pick<RideRecord, 'id' | 'placeId'>): Promise<void> =>
  removeReservation({ ...demandOf(ride), key: reservationKeyOf(ride) });

/** The key that a ride's own vehicle time is reserved under: its id, or that of its last applied edit. */
export const reservationKeyOf = ({ id, placeId }: Pick<RideRecord, 'id' | 'placeId'>): string =>
  placeId ?? id;

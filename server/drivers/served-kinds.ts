import type { ServedKind } from '#common/drivers/driver.ts';
import { validUntil } from '#common/papers.ts';
import { VEHICLE_IDS, type VehicleId } from '#common/vehicles/catalogue.ts';
import { type FleetVehicle, servedTypes } from '#common/vehicles/vehicle.ts';
import type { DriverRecord } from './driver-model.ts';

/** A driver with the vehicles they drive. */
export type DriverWithVehicles = DriverRecord & { vehicles: readonly FleetVehicle[] };

/**
 * Returns the ride kinds that a driver is offered on `today` (YYYY-MM-DD), each with its last possible pickup
 * date. A kind is offered if an active vehicle of the driver serves it, while the papers of driver and
 * vehicle are valid. None while off duty or suspended. The same rule as `fitFor` of `rides/dispatch/fit.ts`,
 * for all rides at once.
 */
export function servedKinds(driver: DriverWithVehicles, today: string): ServedKind[] {
  if (driver.state !== 'active' || !driver.isOnDuty) return [];
  const until = new Map<VehicleId, string | null>();
  for (const vehicle of driver.vehicles) {
    if (vehicle.state !== 'active') continue;
    const last = validUntil([...driver.documents, ...vehicle.documents]);
    if (last !== null && last < today) continue;
    for (const type of servedTypes(vehicle)) {
      const known = until.get(type);
      until.set(type, known === undefined ? last : later(known, last));
    }
  }
  return VEHICLE_IDS.flatMap((rideType) => {
    const last = until.get(rideType);
    return last === undefined ? [] : [{ rideType, until: last }];
  });
}

/** The later of two dates. Null means no end. */
const later = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? null : one > other ? one : other;

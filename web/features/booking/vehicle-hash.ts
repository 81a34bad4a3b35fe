import { isVehicleId, type VehicleId } from '#common/vehicles/catalogue.ts';

/**
 * The hash that leads to the form with a vehicle chosen: `#booking?vehicle=lux-suv` (specification section
 * 2).
 */
export const vehicleHash = (id: VehicleId): string => `#booking?vehicle=${id}`;

const HASH = /^#booking\?(.*)$/;

/** The vehicle in a hash; null when there is none, or an unknown one. */
export function vehicleFromHash(hash: string): VehicleId | null {
  const query = HASH.exec(hash)?.[1];
  const id = query && new URLSearchParams(query).get('vehicle');
  return id && isVehicleId(id) ? id : null;
}

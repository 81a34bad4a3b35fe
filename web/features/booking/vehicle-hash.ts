import { isVehicleId, type VehicleId } from '#common/vehicles/catalogue.ts';

/**
 * Builds the hash of a link to the form with a vehicle selected: `#booking?vehicle=lux-suv` (specification
 * section 2).
 */
export const vehicleHash = (id: VehicleId): string => `#booking?vehicle=${id}`;

const HASH = /^#booking\?(.*)$/;

/** Parses the vehicle named in a hash; null when there is none or it is unknown. */
export function vehicleFromHash(hash: string): VehicleId | null {
  const query = HASH.exec(hash)?.[1];
  const id = query && new URLSearchParams(query).get('vehicle');
  return id && isVehicleId(id) ? id : null;
}

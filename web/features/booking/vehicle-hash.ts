import { isVehicleId, type VehicleId } from '#common/vehicles/catalogue.ts';

/** The hash that leads to the form with a vehicle chosen: `#booking?vehicle=lux-suv` (specification section 2). */
export const vehicleHash = (id: VehicleId): string => `#booking?vehicle=${id}`;

const HASH = /^#booking\?(.*)$/;

/** The vehicle a hash asks for; null when it asks for none, or for one that is not known. */
export function vehicleFromHash(hash: string): VehicleId | null {
  const query = HASH.exec(hash)?.[1];
  const id = query && new URLSearchParams(query).get('vehicle');
  return id && isVehicleId(id) ? id : null;
}

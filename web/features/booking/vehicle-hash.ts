import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { isVehicleId, type VehicleId } from '#common/vehicles/catalogue.ts';
import { editDraft } from './draft-store.ts';

/** The hash that leads to the form with a vehicle chosen: `#booking?vehicle=lux-suv` (specification section 2). */
export const vehicleHash = (id: VehicleId): string => `#booking?vehicle=${id}`;

const HASH = /^#booking\?(.*)$/;

/** The vehicle a hash asks for; null when it asks for none, or for one that is not known. */
export function vehicleFromHash(hash: string): VehicleId | null {
  const query = HASH.exec(hash)?.[1];
  const id = query && new URLSearchParams(query).get('vehicle');
  return id && isVehicleId(id) ? id : null;
}

/** Chooses the vehicle that the address names, whenever the address changes or is followed again (specification section 2). */
export function useVehicleFromHash(): void {
  const location = useLocation();

  useEffect(() => {
    const vehicleId = vehicleFromHash(location.hash);
    if (vehicleId) editDraft({ vehicleId });
  }, [location]);
}

/** Takes a vehicle in the form. An address that names another one is put right, or a reload would bring that one back. */
export function chooseVehicle(vehicleId: VehicleId): void {
  editDraft({ vehicleId });
  if (vehicleFromHash(window.location.hash)) {
    window.history.replaceState(window.history.state, '', vehicleHash(vehicleId));
  }
}

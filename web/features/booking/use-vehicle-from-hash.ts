import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { editDraft } from './draft-store.ts';
import { vehicleFromHash } from './vehicle-hash.ts';

/** Chooses the vehicle that the address names, whenever the address changes or is followed again (specification section 2). */
export function useVehicleFromHash(): void {
  const location = useLocation();

  useEffect(() => {
    const vehicleId = vehicleFromHash(location.hash);
    if (vehicleId) editDraft({ vehicleId });
  }, [location]);
}

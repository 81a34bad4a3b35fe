import type { VehicleId } from '#common/vehicles/catalogue.ts';
import { editDraft } from './draft-store.ts';
import { vehicleFromHash, vehicleHash } from './vehicle-hash.ts';

/** Takes a vehicle in the form. An address that names another one is put right, or a reload would bring that one back. */
export function chooseVehicle(vehicleId: VehicleId): void {
  editDraft({ vehicleId });
  if (vehicleFromHash(window.location.hash)) {
    window.history.replaceState(window.history.state, '', vehicleHash(vehicleId));
  }
}

import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import { VehicleModel } from './vehicle-model.ts';

/** Records a vehicle unless there is one with its plate, which stays as it is. */
export async function seedVehicle({
  plate,
  ...vehicle
}: Omit<FleetVehicle, 'id' | 'state' | 'version'>): Promise<void> {
  await VehicleModel.updateOne(
    { plate },
    { $setOnInsert: { ...vehicle, state: 'active', version: 1 } },
    { upsert: true },
  );
}

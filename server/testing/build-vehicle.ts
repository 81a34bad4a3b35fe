import { VEHICLE_IDS } from '#common/vehicles/catalogue.ts';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import { toFleetVehicle, VehicleModel } from '../vehicles/vehicle-model.ts';
import { newId } from './new-id.ts';

/** Stores an active vehicle that is large enough for every kind of ride and serves all of them. */
export async function buildVehicle(overrides: Partial<FleetVehicle> = {}): Promise<FleetVehicle> {
  const doc = await VehicleModel.create({
    label: 'Black Cadillac Escalade',
    plate: `NV ${newId().slice(-12).toUpperCase()}`,
    rideType: 'lux-suv',
    alsoServes: [...VEHICLE_IDS],
    seats: 45,
    paint: 'black',
    year: 2024,
    wheelchairLift: false,
    state: 'active',
    driverIds: [],
    documents: [],
    version: 1,
    ...overrides,
  });
  return toFleetVehicle(doc.toObject());
}

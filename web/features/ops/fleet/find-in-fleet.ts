import type { StaffDriver } from '#common/drivers/driver.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';

type NamedVehicle = Pick<FleetVehicle, 'label' | 'plate' | 'rideType' | 'alsoServes'>;

/** Whether every searched word occurs in a vehicle's plate, label or kinds, or in a driver's name. */
export const vehicleMeets = (vehicle: NamedVehicle, driverNames: readonly string[], text: string): boolean =>
  hasEach([...namesOf(vehicle), ...driverNames], text);

/** Whether every searched word occurs in a driver's name, or in a vehicle's plate, label or kinds. */
export const driverMeets = (
  { name, vehicles }: Pick<StaffDriver, 'name' | 'vehicles'>,
  text: string,
): boolean => hasEach([name, ...vehicles.flatMap(namesOf)], text);

/** Includes the plate without separators, as it is often typed: `NV218QKD`. */
const namesOf = ({ label, plate, rideType, alsoServes }: NamedVehicle): string[] => [
  label,
  plate,
  plate.replaceAll(/[^a-z\d]/gi, ''),
  ...[rideType, ...alsoServes].map(vehicleName),
];

function hasEach(names: readonly string[], text: string): boolean {
  const all = names.join('\n').toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

import type { StaffDriver } from '#common/drivers/driver.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';

type NamedVehicle = Pick<FleetVehicle, 'label' | 'plate' | 'rideType' | 'alsoServes'>;

/** Whether each word that is looked for is in a vehicle's plate, name or kinds, or in the name of one of its drivers. */
export const vehicleMeets = (vehicle: NamedVehicle, driverNames: readonly string[], text: string): boolean =>
  hasEach([...namesOf(vehicle), ...driverNames], text);

/** Whether each word that is looked for is in a driver's name, or in the plate, name or kinds of what they drive. */
export const driverMeets = (
  { name, vehicles }: Pick<StaffDriver, 'name' | 'vehicles'>,
  text: string,
): boolean => hasEach([name, ...vehicles.flatMap(namesOf)], text);

/** A plate also as it is typed in a hurry: `NV218QKD`. */
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

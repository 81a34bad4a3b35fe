import { splitPlate } from '#common/vehicles/vehicle.ts';

/** A vehicle with its plate, as `vehicleInWords` says it; the plate stays on one line. */
export function VehicleWords({ vehicle }: { vehicle: string }) {
  const { vehicle: label, plate } = splitPlate(vehicle);
  if (plate === null) return label;
  return (
    <>
      {label}, <span className="whitespace-nowrap">{plate}</span>
    </>
  );
}

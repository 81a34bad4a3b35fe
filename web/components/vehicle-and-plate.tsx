import { splitPlate } from '#common/vehicles/vehicle.ts';

/** A vehicle with its plate, as formatted by `formatVehicle`. The plate does not wrap. */
export function VehicleAndPlate({ vehicle }: { vehicle: string }) {
  const { vehicle: label, plate } = splitPlate(vehicle);
  if (plate === null) return label;
  return (
    <>
      {label}, <span className="whitespace-nowrap">{plate}</span>
    </>
  );
}

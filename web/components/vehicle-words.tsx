import { splitPlate } from '#common/vehicles/vehicle.ts';

/** A vehicle with its plate, as formatted by `vehicleInWords`. The plate does not wrap. */
export function VehicleWords({ vehicle }: { vehicle: string }) {
  const { vehicle: label, plate } = splitPlate(vehicle);
  if (plate === null) return label;
  return (
    <>
      {label}, <span className="whitespace-nowrap">{plate}</span>
    </>
  );
}

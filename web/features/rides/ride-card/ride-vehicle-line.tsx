import type { CSSProperties, ReactNode } from 'react';
import { RouteLine } from '#web/components/ui/route-line.tsx';

interface RideVehicleLineProps {
  /** How much of its way the ride has behind it, from 0 to 1. */
  done: number;
  /** Its vehicle, drawn. */
  vehicle: ReactNode;
}

/** A ride's vehicle on a line from pickup to drop-off, as far along as the ride has come. */
export function RideVehicleLine({ done, vehicle }: RideVehicleLineProps) {
  const place: CSSProperties & Record<`--${string}`, number> = { '--done': done };
  return (
    <>
      <div className="ride-vehicle-line" style={place}>
        {vehicle}
      </div>
      <RouteLine />
    </>
  );
}

import type { CSSProperties, ReactNode } from 'react';
import { RouteLine } from '#web/components/ui/route-line.tsx';

interface RideVehicleLineProps {
  /** The ride's progress, from 0 to 1. */
  done: number;
  /** The rendered vehicle. */
  vehicle: ReactNode;
}

/** A ride's vehicle on a line from pickup to drop-off, placed by the ride's progress. */
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

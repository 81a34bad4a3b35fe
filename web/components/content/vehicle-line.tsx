import clsx from 'clsx';
import type { Paint, VehicleId } from '#common/vehicles/catalogue.ts';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { VehicleDrawing } from '#web/components/vehicles/vehicle-drawing.tsx';

/** A vehicle and the narrowest breakpoint that shows it. */
interface LinedVehicle {
  vehicleId: VehicleId;
  paint: Paint;
  from?: 'sm' | 'md' | 'lg';
}

interface VehicleLineProps {
  /** From the last to the first: they drive to the right. */
  vehicles: readonly LinedVehicle[];
  /** Pixels per metre. */
  scale: number;
  isLit?: boolean;
}

const HIDDEN_BELOW = { sm: 'max-sm:hidden', md: 'max-md:hidden', lg: 'max-lg:hidden' };

/** Vehicles on the route line, drawn to the same scale. Decorative. */
export const VehicleLine = ({ vehicles, scale, isLit }: VehicleLineProps) => (
  <div className="mt-12 lg:mt-20">
    <div className="mb-0.5 flex items-end justify-evenly overflow-x-clip">
      {vehicles.map(({ vehicleId, paint, from }) => (
        <div key={vehicleId} className={clsx('shrink-0', from && HIDDEN_BELOW[from])}>
          <VehicleDrawing vehicleId={vehicleId} paint={paint} scale={scale} lit={isLit} />
        </div>
      ))}
    </div>
    <RouteLine className="relative" />
  </div>
);

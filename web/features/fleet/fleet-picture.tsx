import { useDeferredValue } from 'react';
import type { Paint, VehicleId } from '#common/vehicles/catalogue.ts';
import { VehicleDrawing } from '#web/components/vehicles/vehicle-drawing.tsx';
import { FIGURE_SPACE, vehicleMeasures } from '#web/components/vehicles/vehicle-measures.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';

/** How many metres every picture is wide, whatever its pixels: room for the longest vehicle and the figure. */
const METRES_ACROSS = 14.8;

/** Pixels to the metre in a card of full width; narrower cards shrink their drawings alike. */
const SCALE = 26;

interface FleetPictureProps {
  vehicleId: VehicleId;
  paint: Paint;
  /** In sight before the carousel has moved. */
  isSeenFirst: boolean;
}

/** A vehicle and a standing figure on the route line, in the scale that all pictures of the carousel share. */
export function FleetPicture({ vehicleId, paint, isSeenFirst }: FleetPictureProps) {
  // The pictures further on are drawn once the page is the browser's own, one by one: a phone takes a while to lay out sixteen vehicles.
  const isOwn = useDeferredValue(useHydrated());

  return (
    <div className="relative h-33 overflow-clip bg-sunken">
      <div
        className="absolute bottom-3 left-1"
        style={{ width: `${((vehicleMeasures[vehicleId].length + FIGURE_SPACE) / METRES_ACROSS) * 100}%` }}
      >
        {isSeenFirst || isOwn ? (
          <VehicleDrawing
            vehicleId={vehicleId}
            paint={paint}
            scale={SCALE}
            figure
            lit
            className="h-auto w-full"
          />
        ) : (
          <noscript>
            <img src={`/fleet/${vehicleId}.svg`} alt="" className="w-full" />
          </noscript>
        )}
      </div>
      <div aria-hidden data-edge className="route-line absolute inset-x-0 bottom-1.5" />
    </div>
  );
}

import clsx from 'clsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { VehicleDrawing } from '#web/components/vehicles/vehicle-drawing.tsx';
import type { ApplicantVehicle } from './application-draft.ts';

interface StatusLineProps {
  /** The vehicle's position on the line; `nowhere` fades the line out. */
  at: 'start' | 'middle' | 'end' | 'nowhere';
  vehicle: ApplicantVehicle | null;
}

const PLACES = { start: 'justify-start', middle: 'justify-center', end: 'justify-end', nowhere: '' };

/** The largest scale that leaves space to move on a phone: 13.7 m are 178 px. */
const PIXELS_PER_METRE = 13;

/** The progress of an application, as a vehicle on the route line. Decorative: the headline states it. */
export const StatusLine = ({ at, vehicle }: StatusLineProps) => (
  <div aria-hidden className="pt-12 lg:pt-18">
    <div className={clsx('flex h-13 items-end px-5', PLACES[at])}>
      {at !== 'nowhere' && (
        <VehicleDrawing
          vehicleId={vehicle?.rideType ?? 'lux-suv'}
          paint={vehicle?.paint ?? 'black'}
          scale={PIXELS_PER_METRE}
        />
      )}
    </div>
    <RouteLine isFading={at === 'nowhere'} end={at === 'nowhere' ? 'hollow' : 'square'} />
  </div>
);

import type { RiderRide } from '#common/rides/ride.ts';
import { formatArrival, formatMinutes, isStale } from '../position/format-arrival.ts';
import {
  arrivalOf,
  type LiveTracking,
  nextPlace,
  type RenderRideMap,
  rideMapView,
} from '../position/ride-map-view.ts';
import { StartPin } from './start-pin.tsx';
import { RideDriver } from './your-ride.tsx';

interface RideOnMapProps {
  ride: RiderRide;
  tracking: LiveTracking;
  renderMap: RenderRideMap;
}

/** A ride under way: map, arrival, driver and start PIN. */
export function RideOnMap({ ride, tracking, renderMap }: RideOnMapProps) {
  const { position, now } = tracking;
  const arrival = arrivalOf(ride, position);

  return (
    <div className="mt-7 grid gap-5 lg:mt-10 lg:grid-cols-[minmax(0,768fr)_minmax(0,384fr)] lg:gap-12">
      <div className="isolate h-92 overflow-clip border-line border-y max-sm:-mx-5 sm:rounded-card sm:border lg:h-118">
        {renderMap(rideMapView(ride, tracking))}
      </div>
      <div className="grid content-start gap-5">
        {arrival && !isStale(position, now) && (
          <div className="flex flex-wrap items-end justify-between gap-x-4">
            <div>
              <p className="text-14 text-ink-2">Arrives in</p>
              <p className="figures text-40 leading-tight">{formatMinutes(arrival, now)}</p>
            </div>
            <p className="text-14 text-ink-2">
              {nextPlace(ride, position)}
              <br />
              about {formatArrival(arrival)}
            </p>
          </div>
        )}
        {ride.driver && <RideDriver driver={ride.driver} />}
        <StartPin ride={ride} now={now} />
      </div>
    </div>
  );
}

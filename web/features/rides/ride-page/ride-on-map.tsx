import type { ReactNode } from 'react';
import type { Point } from '#common/places/point.ts';
import { addressLines } from '#common/places/suggest-places.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { formatArrival, formatMinutes, formatSeen, isStale } from '../position/arrival-words.ts';
import type { LiveTracking } from '../position/use-tracking.ts';
import { StartPin } from './start-pin.tsx';
import { RideDriver } from './your-ride.tsx';

/** What a map of a ride shows. */
export interface RideMapView {
  car: Point;
  title: string;
  seen: string | null;
  pickup: Point | null;
  dropoff: Point | null;
  nextStop: Point | null;
  route: readonly Point[] | null;
}

/** Draws it: maps are another feature's. */
export type RenderRideMap = (view: RideMapView) => ReactNode;

interface RideOnMapProps {
  ride: RiderRide;
  tracking: LiveTracking;
  renderMap: RenderRideMap;
}

/** Where a ride is, from setting off until it is completed: the map, the minutes, who drives, and the PIN. */
export function RideOnMap({ ride, tracking, renderMap }: RideOnMapProps) {
  const { position, now } = tracking;
  const isOnRide = ride.status === 'in_progress';
  const place = addressLines(isOnRide ? ride.dropoffLocation : ride.pickupLocation).name;
  const arrival = ride.arrivedAt && !isOnRide ? null : position.arrival;

  return (
    <div className="mt-7 grid gap-5 lg:mt-10 lg:grid-cols-[minmax(0,768fr)_minmax(0,384fr)] lg:gap-12">
      <div className="isolate h-92 overflow-clip border-line border-y max-sm:-mx-5 sm:rounded-card sm:border lg:h-118">
        {renderMap(mapView(ride, tracking))}
      </div>
      <div className="grid content-start gap-5">
        {arrival && !isStale(position, now) && (
          <div className="flex flex-wrap items-end justify-between gap-x-4">
            <div>
              <p className="text-14 text-ink-2">Arrives in</p>
              <p className="figures text-40 leading-tight">{formatMinutes(arrival, now)}</p>
            </div>
            <p className="text-right text-14 text-ink-2">
              {place}
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

function mapView(ride: RiderRide, { position, pickup, dropoff, now }: LiveTracking): RideMapView {
  const isOnRide = ride.status === 'in_progress';
  const isThere = ride.arrivedAt !== null && !isOnRide;
  const name = ride.driver?.firstName ?? 'Your driver';
  const isOld = isStale(position, now);
  const away = position.arrival && !isThere ? formatMinutes(position.arrival, now) : null;
  const whereabouts = away && (isOnRide ? `${away} to the drop-off` : `${name} is ${away} away`);
  return {
    car: position,
    title: isOld ? `${name}. ${formatSeen(position, now)}` : (whereabouts ?? name),
    seen: isOld ? formatSeen(position, now) : null,
    pickup: isOnRide ? null : pickup,
    dropoff,
    nextStop: isOnRide ? dropoff : pickup,
    route: isThere ? null : (position.route ?? null),
  };
}

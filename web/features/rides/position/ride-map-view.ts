import type { ReactNode } from 'react';
import { addressLines } from '#common/places/address.ts';
import type { Point } from '#common/places/point.ts';
import type { RidePosition, Tracking } from '#common/rides/position.ts';
import { formatMinutes, formatSeen, isStale } from './format-arrival.ts';

/** The stops of a ride and the routes between them, as far as known. */
export type Waypoints = Pick<Tracking, 'pickup' | 'stops' | 'dropoff' | 'legs'>;

export const NO_WAYPOINTS: Waypoints = { pickup: null, stops: [], dropoff: null, legs: [] };

/** The data of a ride's map. */
export interface LiveTracking extends Waypoints {
  position: RidePosition;
  /** The server's time, to which the position's age refers. */
  now: Date;
}

/** A stop of the ride on the map. */
interface MapStop {
  kind: 'pickup' | 'stop' | 'dropoff';
  point: Point;
  title: string;
  isPassed: boolean;
}

/** The view model of a ride's map. */
interface RideMapView {
  label: string;
  car: Point;
  /** Title of the car: `Sam is 7 min away`. */
  title: string;
  /** How long ago the car was seen, if the position is stale; null while it is live. */
  seen: string | null;
  stops: readonly MapStop[];
  /** The stop that the car is heading for; null when unknown. */
  nextStop: Point | null;
  /** The route to `nextStop`. */
  route: readonly Point[] | null;
  /** The routes after `nextStop`, in order. */
  ahead: readonly (readonly Point[])[];
}

/** Renders the map. Passed in, because maps are another feature. */
export type RenderRideMap = (view: RideMapView) => ReactNode;

/** A ride's progress and its driver. */
interface OnItsWay {
  status: string;
  arrivedAt: string | null;
  driver: { firstName: string } | null;
}

const isOnRide = ({ status }: Pick<OnItsWay, 'status'>): boolean => status === 'in_progress';

/** Whether the car waits at the pickup. */
const isAtPickup = (ride: OnItsWay): boolean => ride.arrivedAt !== null && !isOnRide(ride);

/** Returns the estimated arrival at the next stop; null when unknown, or when the car waits at the pickup. */
export const arrivalOf = (ride: OnItsWay, { arrival }: RidePosition): RidePosition['arrival'] =>
  isAtPickup(ride) ? null : arrival;

/** Returns the address that the car is heading for: the pickup, then each stop, then the drop-off. */
const nextAddress = (
  ride: { status: string; pickupLocation: string; stops: readonly string[]; dropoffLocation: string },
  { passedStops = 0 }: Pick<RidePosition, 'passedStops'>,
): string => (isOnRide(ride) ? (ride.stops[passedStops] ?? ride.dropoffLocation) : ride.pickupLocation);

/** Returns the name of the place that the car is heading for. */
export const nextPlace = (...[ride, position]: Parameters<typeof nextAddress>): string =>
  addressLines(nextAddress(ride, position)).name;

/** Builds the view model of a ride's map. @param label the map's accessible name */
export function rideMapView(ride: OnItsWay, tracking: LiveTracking, label = 'Map of your ride'): RideMapView {
  const { position, pickup, stops, dropoff, legs, now } = tracking;
  const { passedStops = 0 } = position;
  const seen = isStale(position, now) ? formatSeen(position, now) : null;
  const name = ride.driver?.firstName ?? 'Your driver';
  const next = isOnRide(ride) ? 1 + passedStops : 0;
  return {
    label,
    car: position,
    title: seen ? `${name}. ${seen}` : (whereabouts(ride, tracking, name) ?? name),
    seen,
    stops: [
      ...stopOnMap('pickup', isOnRide(ride) ? null : pickup),
      ...stops.flatMap((point, index) =>
        stopOnMap('stop', point, { number: index + 1, isPassed: index < passedStops }),
      ),
      ...stopOnMap('dropoff', dropoff),
    ],
    nextStop: [pickup, ...stops, dropoff][next] ?? null,
    route: isAtPickup(ride) ? null : (position.route ?? null),
    ahead: legs.slice(next).flatMap((leg) => (leg ? [leg] : [])),
  };
}

/** Describes the arrival: `Sam is 7 min away`, `9 min to the drop-off`; null without an estimate. */
function whereabouts(ride: OnItsWay, { position, stops, now }: LiveTracking, name: string): string | null {
  const arrival = arrivalOf(ride, position);
  if (!arrival) return null;
  const away = formatMinutes(arrival, now);
  if (!isOnRide(ride)) return `${name} is ${away} away`;
  return `${away} to the ${(position.passedStops ?? 0) < stops.length ? 'next stop' : 'drop-off'}`;
}

const TITLES = { pickup: 'Pickup', stop: 'Stop', dropoff: 'Drop-off' } as const;

function stopOnMap(
  kind: MapStop['kind'],
  point: Point | null,
  { number, isPassed = false }: { number?: number; isPassed?: boolean } = {},
): MapStop[] {
  if (!point) return [];
  const title = [TITLES[kind], number].filter(Boolean).join(' ');
  return [{ kind, point, title: isPassed ? `${title}, passed` : title, isPassed }];
}

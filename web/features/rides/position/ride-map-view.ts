import type { ReactNode } from 'react';
import { addressLines } from '#common/places/address.ts';
import type { Point } from '#common/places/point.ts';
import type { RidePosition, Tracking } from '#common/rides/position.ts';
import { formatMinutes, formatSeen, isStale } from './arrival-words.ts';

/** Where a ride stops, and the ways between, as far as they are known. */
export type Waypoints = Pick<Tracking, 'pickup' | 'stops' | 'dropoff' | 'legs'>;

export const NO_WAYPOINTS: Waypoints = { pickup: null, stops: [], dropoff: null, legs: [] };

/** What a ride's map shows. */
export interface LiveTracking extends Waypoints {
  position: RidePosition;
  /** The server's time, by which the position's age is told. */
  now: Date;
}

/** A place at which the ride stops. */
export interface MapStop {
  kind: 'pickup' | 'stop' | 'dropoff';
  point: Point;
  title: string;
  isPassed: boolean;
}

/** A map of a ride, ready to be drawn. */
export interface RideMapView {
  label: string;
  car: Point;
  /** What is said of the car: `Sam is 7 min away`. */
  title: string;
  /** How long ago the car was there, while it is too long to say that it still is; null while it is live. */
  seen: string | null;
  stops: readonly MapStop[];
  /** Where the car is going to now; null where that is not known. */
  nextStop: Point | null;
  /** The way there. */
  route: readonly Point[] | null;
  /** The ways from there on, one after the other. */
  ahead: readonly (readonly Point[])[];
}

/** Draws it: maps are another feature's. */
export type RenderRideMap = (view: RideMapView) => ReactNode;

/** How far a ride is, and who drives. */
interface OnItsWay {
  status: string;
  arrivedAt: string | null;
  driver: { firstName: string } | null;
}

const isOnRide = ({ status }: Pick<OnItsWay, 'status'>): boolean => status === 'in_progress';

/** Whether the car waits at the pickup. */
const isThere = (ride: OnItsWay): boolean => ride.arrivedAt !== null && !isOnRide(ride);

/** The arrival at the next stop; null where nothing is known of it, and for a car that waits at the pickup. */
export const arrivalOf = (ride: OnItsWay, { arrival }: RidePosition): RidePosition['arrival'] =>
  isThere(ride) ? null : arrival;

/** The address that the car is going to: the pickup, then each stop on the way, then the drop-off. */
export const nextAddress = (
  ride: { status: string; pickupLocation: string; stops: readonly string[]; dropoffLocation: string },
  { passedStops = 0 }: Pick<RidePosition, 'passedStops'>,
): string => (isOnRide(ride) ? (ride.stops[passedStops] ?? ride.dropoffLocation) : ride.pickupLocation);

/** The name of that address. */
export const nextPlace = (...[ride, position]: Parameters<typeof nextAddress>): string =>
  addressLines(nextAddress(ride, position)).name;

/** What a map of a ride shows. @param label the map's name for screen readers */
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
    route: isThere(ride) ? null : (position.route ?? null),
    ahead: legs.slice(next).flatMap((leg) => (leg ? [leg] : [])),
  };
}

/** `Sam is 7 min away`, `9 min to the drop-off`; null where no arrival is known. */
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

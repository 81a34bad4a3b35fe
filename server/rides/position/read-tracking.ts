import { AppError } from '#common/errors.ts';
import { positionOfLocation } from '#common/places/place-positions.ts';
import { CITY_CENTRE, type Point } from '#common/places/point.ts';
import { isUnderWay, type Tracking } from '#common/rides/position.ts';
import { env } from '../../env.ts';
import type { RideRecord } from '../ride-model.ts';
import { knownWay, wayTo } from './known-ways.ts';
import { readLastPosition } from './last-position.ts';

/** Reads what the map of a ride shows now. */
export async function readTracking(ride: RideRecord): Promise<Tracking> {
  const isSeen = isUnderWay(ride);
  const last = isSeen ? await readLastPosition(ride.id, ride.driverId) : null;
  const [pickup, ...rest] = [ride.pickupLocation, ...ride.stops, ride.dropoffLocation].map(
    positionOfLocation,
  );
  return {
    position: last?.position ?? null,
    pickup: pickup ?? null,
    stops: rest.slice(0, -1),
    dropoff: rest.at(-1) ?? null,
    legs: isSeen && ride.hours === null ? await legsOf([pickup ?? null, ...rest]) : [],
  };
}

/** Reads what viewers of a trip link see: where the ride goes only while its driver is under way. */
export const readSharedTracking = async (ride: RideRecord): Promise<Tracking> =>
  isUnderWay(ride)
    ? readTracking(ride)
    : { position: null, pickup: null, stops: [], dropoff: null, legs: [] };

/** The routes from each stop to the next. */
const legsOf = (stops: readonly (Point | null)[]): Promise<(Point[] | null)[]> =>
  Promise.all(
    stops.slice(1).map((to, index) => {
      const from = stops[index];
      return from && to ? knownWay(from, to) : null;
    }),
  );

/** Where a simulated drive begins, and its destination when the address has no known coordinates. */
const START: Point = { lat: 36.1427, lng: -115.1563 };
const SOMEWHERE: Point = { lat: 36.0909, lng: -115.1833 };

/**
 * Plans the simulated drive to the pickup and, by the stops with known coordinates, to the drop-off.
 *
 * @throws AppError NOT_FOUND outside demo mode
 */
export async function planSimulatedDrive(
  ride: RideRecord,
): Promise<{ toPickup: Point[]; toDropoff: Point[] }> {
  if (!env.DEMO_MODE) throw new AppError('NOT_FOUND', 'Only the demo simulates drives.');
  const pickup = positionOfLocation(ride.pickupLocation) ?? CITY_CENTRE;
  const dropoff = positionOfLocation(ride.dropoffLocation) ?? SOMEWHERE;
  const between = ride.stops.flatMap((stop) => positionOfLocation(stop) ?? []);
  const ends = [...between, dropoff];
  const [toPickup, ...legs] = await Promise.all([
    wayTo(START, pickup),
    ...ends.map((to, index) => wayTo(ends[index - 1] ?? pickup, to)),
  ]);
  return { toPickup, toDropoff: legs.flat() };
}

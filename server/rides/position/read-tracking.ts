import { AppError } from '#common/errors.ts';
import { gridRoute } from '#common/places/grid-route.ts';
import { positionOfLocation } from '#common/places/place-positions.ts';
import { CITY_CENTRE, type Point } from '#common/places/point.ts';
import { isUnderWay, type Tracking } from '#common/rides/position.ts';
import { env } from '../../env.ts';
import { findRoute } from '../../infra/routing.ts';
import type { RideRecord } from '../ride-model.ts';
import { readLastPosition } from './last-position.ts';

/** What a map of a ride shows now. */
export async function readTracking(ride: RideRecord): Promise<Tracking> {
  const last = isUnderWay(ride) ? await readLastPosition(ride.id, ride.driverId) : null;
  return {
    position: last?.position ?? null,
    pickup: positionOfLocation(ride.pickupLocation),
    dropoff: positionOfLocation(ride.dropoffLocation),
  };
}

/** Where a simulated drive begins, and where it goes where nobody knows the address: places that everybody knows. */
const START: Point = { lat: 36.1427, lng: -115.1563 };
const SOMEWHERE: Point = { lat: 36.0909, lng: -115.1833 };

/** A way to the pickup and on to the drop-off, for the demo. @throws AppError NOT_FOUND outside it */
export async function planSimulatedDrive(
  ride: RideRecord,
): Promise<{ toPickup: Point[]; toDropoff: Point[] }> {
  if (!env.DEMO_MODE) throw new AppError('NOT_FOUND', 'Only the demo simulates drives.');
  const pickup = positionOfLocation(ride.pickupLocation) ?? CITY_CENTRE;
  const dropoff = positionOfLocation(ride.dropoffLocation) ?? SOMEWHERE;
  const [toPickup, toDropoff] = await Promise.all([wayTo(START, pickup), wayTo(pickup, dropoff)]);
  return { toPickup, toDropoff };
}

const wayTo = async (from: Point, to: Point): Promise<Point[]> =>
  (await findRoute(from, to))?.path ?? gridRoute(from, to);

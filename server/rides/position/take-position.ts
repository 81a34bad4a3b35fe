import { CITY_CENTRE, distanceMeters, type Point } from '#common/places/point.ts';
import {
  OPS_POSITION_EVERY_MS,
  POSITION_EVERY_MS,
  type RidePosition,
  type SentPosition,
  STALE_POSITION_MS,
} from '#common/rides/position.ts';
import { rooms } from '#common/rides/ride-events.ts';
import { env } from '../../env.ts';
import { RIDES_POSITION } from '../../infra/channels.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { positionsInProgress, positionsTaken } from '../../infra/metrics.ts';
import { composePublishedMessage, lineFor } from '../../infra/published-message.ts';
import { publish } from '../../infra/redis.ts';
import { throttle } from '../../infra/throttle.ts';
import { estimateArrival } from './estimate-arrival.ts';
import { keepPosition, type LastPosition, readLastPosition } from './last-position.ts';
import { storePassedStops } from './passed-stops.ts';
import { type RideUnderWay, ridesUnderWay } from './under-way.ts';

/** Positions farther from Las Vegas than this are implausible, in metres. */
const FURTHEST_METERS = 300_000;

/**
 * The highest plausible speed, in metres per second. The demo's simulated drive is up to thirty times as fast
 * as a car.
 */
const FASTEST = env.DEMO_MODE ? 1_000 : 90;

/** The error allowed for a rough first position, in metres. */
const ROUGH_METERS = 1_000;

/** The shortest interval between positions. Slightly less than one second, because of jitter. */
export const SOONEST_MS = POSITION_EVERY_MS * 0.8;

/** Throttles the positions of a ride that consoles receive. */
const mayPublishToOps = throttle(OPS_POSITION_EVERY_MS);

/** How many positions are processed concurrently. A healthy node has a handful. */
const MOST_AT_ONCE = 50;
let atOnce = 0;

interface Sender {
  driverId: string;
  /** The device's own timestamp, epoch milliseconds. */
  deviceAt?: number | null;
}

/** When each driver's last position was processed by this node. */
const lookedAt = new Map<string, number>();

/**
 * Takes a driver's position for each ride that they are under way for: stores it as the last one and
 * publishes it to those who may see it. Drops and counts positions that are within a second of the last, out
 * of order, far from Las Vegas, or farther from the last than anyone drives. While this node is overloaded it
 * drops new positions, since they would be late and delay changes of rides. Dropping a position as too soon
 * or for overload costs one map lookup.
 */
export async function takePosition(sent: SentPosition, { driverId, deviceAt = null }: Sender): Promise<void> {
  const now = performance.now();
  if (now - (lookedAt.get(driverId) ?? 0) < SOONEST_MS) return count('too_soon');
  if (atOnce >= MOST_AT_ONCE) return count('busy');
  recordLook(driverId, now);
  if (distanceMeters(CITY_CENTRE, sent) > FURTHEST_METERS) return count('implausible');

  atOnce += 1;
  positionsInProgress.set(atOnce);
  try {
    const rides = await ridesUnderWay(driverId);
    if (rides.length === 0) count('no_ride');
    await Promise.all(rides.map((ride) => takeFor(ride, sent, { driverId, deviceAt })));
  } finally {
    atOnce -= 1;
    positionsInProgress.set(atOnce);
  }
}

async function takeFor(
  ride: RideUnderWay,
  sent: SentPosition,
  { driverId, deviceAt }: Required<Sender>,
): Promise<void> {
  const now = databaseClock.now();
  const last = await readLastPosition(ride.rideId, driverId);
  const fault = last && faultOf(last, sent, { now, deviceAt });
  if (fault) return count(fault);

  const passedStops = await storePassedStops(ride, sent);
  const nextStop = ride.nextStop(passedStops);
  const estimate = nextStop && estimateArrival(ride.rideId, sent, nextStop, now);
  const position: RidePosition = {
    rideId: ride.rideId,
    to: ride.isOnRide ? 'dropoff' : 'pickup',
    lat: sent.lat,
    lng: sent.lng,
    accuracy: sent.accuracy ?? null,
    heading: sent.heading ?? null,
    at: now.toISOString(),
    arrival: estimate?.arrival ?? null,
    ...(passedStops > 0 && { passedStops }),
    route: estimate?.route ?? null,
  };
  await Promise.all([keepPosition({ position, driverId, deviceAt }), publishPosition(ride, position, last)]);
  count('taken');
}

interface Arriving {
  now: Date;
  deviceAt: number | null;
}

/** Why a position is dropped when compared with the last one; null when it is accepted. */
function faultOf(
  { position, deviceAt: lastDeviceAt }: LastPosition,
  sent: Point,
  { now, deviceAt }: Arriving,
): 'too_soon' | 'out_of_order' | 'implausible' | null {
  const elapsedMs = now.getTime() - Date.parse(position.at);
  // It came through another node, or the phone's page and its app send at the same time.
  if (elapsedMs < SOONEST_MS) return 'too_soon';
  const isOlder = deviceAt !== null && lastDeviceAt !== null && deviceAt <= lastDeviceAt;
  // Limited in time: after a device clock that was ahead is corrected, all positions would seem older.
  if (isOlder && elapsedMs < STALE_POSITION_MS) return 'out_of_order';
  const reach = (elapsedMs / 1_000) * FASTEST + ROUGH_METERS;
  return distanceMeters(position, sent) > reach ? 'implausible' : null;
}

/** Omits the route when it is the same as before. */
function withoutSame(position: RidePosition, last: LastPosition | null): RidePosition {
  const isSame = last && JSON.stringify(last.position.route) === JSON.stringify(position.route);
  if (!isSame) return position;
  const { route: _route, ...rest } = position;
  return rest;
}

async function publishPosition(
  { riderId, shareKey, rideId, city }: RideUnderWay,
  position: RidePosition,
  last: LastPosition | null,
): Promise<void> {
  const audience = [rooms.rider(riderId), ...(shareKey ? [rooms.trip(shareKey)] : [])];
  const item = withoutSame(position, last);
  const lines = audience.map((room) => lineFor(room, 'position:moved', item));
  // Includes the route: consoles skip positions, and may have missed the one that changed it.
  if (mayPublishToOps(rideId)) lines.push(lineFor(rooms.ops, 'position:moved', position));
  const message = composePublishedMessage({ changedAt: Date.parse(position.at), lines });
  await publish(RIDES_POSITION, message, city);
}

const count = (outcome: string): void => positionsTaken.inc({ outcome });

/** Records when a driver sent a position, and drops entries older than a minute. */
function recordLook(driverId: string, now: number): void {
  lookedAt.delete(driverId);
  lookedAt.set(driverId, now);
  for (const [id, at] of lookedAt) {
    if (now - at < 60_000) break;
    lookedAt.delete(id);
  }
}

import { CITY_CENTRE, distanceMeters, type Point } from '#common/places/point.ts';
import {
  OPS_POSITION_EVERY_MS,
  POSITION_EVERY_MS,
  type RidePosition,
  type SentPosition,
  STALE_POSITION_MS,
} from '#common/rides/position.ts';
import { RIDES_POSITION, rooms } from '#common/rides/ride-events.ts';
import { env } from '../../env.ts';
import { composeAnnouncement } from '../../infra/announcement.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { positionsInProgress, positionsTaken } from '../../infra/metrics.ts';
import { publish } from '../../infra/redis.ts';
import { throttle } from '../../infra/throttle.ts';
import { estimateArrival } from './estimate-arrival.ts';
import { keepPosition, type LastPosition, readLastPosition } from './last-position.ts';
import { notePassedStops } from './passed-stops.ts';
import { type RideUnderWay, ridesUnderWay } from './under-way.ts';

/** Nobody drives further from Las Vegas, in metres. */
const FURTHEST_METERS = 300_000;

/** In metres a second; the demo's simulated drive goes up to thirty times as fast as a car. */
const FASTEST = env.DEMO_MODE ? 1_000 : 90;

/** By how much a first, rough position may be off, in metres. */
const ROUGH_METERS = 1_000;

/** Positions a second apart arrive a little more or less than that. */
const SOONEST_MS = POSITION_EVERY_MS * 0.8;

/** Whether consoles are told of a ride's position. */
const mayTellOps = throttle(OPS_POSITION_EVERY_MS);

/** So many are taken at the same time; healthy nodes have a handful. */
const MOST_AT_ONCE = 50;
let atOnce = 0;

interface Sender {
  driverId: string;
  /** What their device takes for the time, epoch milliseconds. */
  deviceAt?: number | null;
}

/** When each driver's last position was looked at, by this node. */
const lookedAt = new Map<string, number>();

/**
 * Takes a driver's position for each ride that they are on the road for: keeps it as the last one, and publishes it to who may see
 * it. Dropped and counted are positions within a second of the last, out of order, far from Las Vegas, or further from
 * the last than anybody drives. What comes too soon costs one look at a map; so does what comes while this node is behind with others, which
 * would be late, and make changes of rides late.
 */
export async function takePosition(sent: SentPosition, { driverId, deviceAt = null }: Sender): Promise<void> {
  const now = performance.now();
  if (now - (lookedAt.get(driverId) ?? 0) < SOONEST_MS) return count('too_soon');
  if (atOnce >= MOST_AT_ONCE) return count('busy');
  noteLook(driverId, now);
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

  const passedStops = await notePassedStops(ride, sent);
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

/** Why a position does not count after the last one; null when it does. */
function faultOf(
  { position, deviceAt: lastDeviceAt }: LastPosition,
  sent: Point,
  { now, deviceAt }: Arriving,
): 'too_soon' | 'out_of_order' | 'implausible' | null {
  const elapsedMs = now.getTime() - Date.parse(position.at);
  // From another node, or by the phone's page and its app at once.
  if (elapsedMs < SOONEST_MS) return 'too_soon';
  const isOlder = deviceAt !== null && lastDeviceAt !== null && deviceAt <= lastDeviceAt;
  // Of a clock that was ahead and is set right, everything would be older for as long as it was ahead.
  if (isOlder && elapsedMs < STALE_POSITION_MS) return 'out_of_order';
  const reach = (elapsedMs / 1_000) * FASTEST + ROUGH_METERS;
  return distanceMeters(position, sent) > reach ? 'implausible' : null;
}

/** The way is sent again only where it is another one. */
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
  const item = JSON.stringify(withoutSame(position, last));
  const lines = audience.map((room) => `${room} position:moved ${item}`);
  // Consoles miss those between, and with them where the way became another.
  if (mayTellOps(rideId)) lines.push(`${rooms.ops} position:moved ${JSON.stringify(position)}`);
  const announcement = composeAnnouncement({ changedAt: Date.parse(position.at), lines });
  await publish(RIDES_POSITION, announcement, city);
}

const count = (outcome: string): void => positionsTaken.inc({ outcome });

/** Drivers who have not been heard of for a minute are forgotten. */
function noteLook(driverId: string, now: number): void {
  lookedAt.delete(driverId);
  lookedAt.set(driverId, now);
  for (const [id, at] of lookedAt) {
    if (now - at < 60_000) break;
    lookedAt.delete(id);
  }
}

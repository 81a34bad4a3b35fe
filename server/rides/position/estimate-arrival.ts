import { gridRoute } from '#common/places/grid-route.ts';
import { type Point, pathMeters } from '#common/places/point.ts';
import type { Arrival } from '#common/rides/position.ts';
import { env } from '../../env.ts';
import { findRoute, isRoutingSet, type RoadRoute } from '../../infra/routing.ts';
import { ownPace } from './own-pace.ts';

/** What is said of the way to the next stop. */
export interface Estimate {
  arrival: Arrival;
  /** Null where only its length is estimated. */
  route: Point[] | null;
}

/** A routing service is asked at most this often for a ride, in milliseconds. */
const ASK_EVERY_MS = 10_000;

/** What traffic does to a routing service's time. */
const TRAFFIC = { quick: 0.95, slow: 1.35 };

/** What it takes to stop and be found, in seconds. */
const LAST_STEPS = 60;

const between = (now: Date, quickSeconds: number, slowSeconds: number): Arrival => ({
  from: new Date(now.getTime() + quickSeconds * 1_000).toISOString(),
  to: new Date(now.getTime() + (slowSeconds + LAST_STEPS) * 1_000).toISOString(),
});

interface Asked {
  askedAt: number;
  to: Point;
  estimate: Estimate | null;
}

/** The last answers of the routing service, by ride. */
const asked = new Map<string, Asked>();

/**
 * When a ride's driver will be at the next stop, as a range: by the routing service, whose answer counts until the next one; where
 * there is none or it is away, by the distance along the valley's main roads and what our own rides took. It never waits.
 */
export function estimateArrival(rideId: string, from: Point, to: Point, now: Date): Estimate {
  const answer = isRoutingSet() ? answerFor(rideId, from, to, now) : null;
  return answer ?? estimateByOwnRides(from, to, now);
}

function estimateByOwnRides(from: Point, to: Point, now: Date): Estimate {
  const path = gridRoute(from, to);
  const kilometers = pathMeters(path) / 1_000;
  const { quick, slow } = ownPace();
  // The simulated drive takes exactly this way; a real one would be drawn across what lies between the roads.
  return { arrival: between(now, kilometers * quick, kilometers * slow), route: env.DEMO_MODE ? path : null };
}

function answerFor(rideId: string, from: Point, to: Point, now: Date): Estimate | null {
  const known = asked.get(rideId);
  const isSameStop = known?.to.lat === to.lat && known.to.lng === to.lng;
  const isDue = !known || !isSameStop || now.getTime() - known.askedAt > ASK_EVERY_MS;
  if (isDue) {
    const entry: Asked = { askedAt: now.getTime(), to, estimate: isSameStop ? known.estimate : null };
    asked.set(rideId, entry);
    forgetOld(now);
    void findRoute(from, to).then((route) => {
      entry.estimate = route && fromRoute(route, now);
    });
  }
  return isSameStop ? known.estimate : null;
}

const fromRoute = ({ seconds, path }: RoadRoute, now: Date): Estimate => ({
  arrival: between(now, seconds * TRAFFIC.quick, seconds * TRAFFIC.slow),
  route: path,
});

/** Nobody has asked for them for a minute: the ride is over, or its driver has no signal. */
function forgetOld(now: Date): void {
  for (const [rideId, { askedAt }] of asked) if (now.getTime() - askedAt > 60_000) asked.delete(rideId);
}

import { gridRoute } from '#common/places/grid-route.ts';
import { type Point, pathMeters } from '#common/places/point.ts';
import type { Arrival } from '#common/rides/position.ts';
import { env } from '../../env.ts';
import { findRoute, isRoutingSet, type RoadRoute } from '../../infra/routing.ts';
import { ownPace } from './own-pace.ts';

/** The estimated arrival at the next stop, and the way to it. */
interface Estimate {
  arrival: Arrival;
  /** Null when only the distance is estimated. */
  route: Point[] | null;
}

/** How often the routing service is called for a ride at most, in milliseconds. */
const ASK_EVERY_MS = 10_000;

/** Factors for the effect of traffic on the routing service's time. */
const TRAFFIC = { quick: 0.95, slow: 1.35 };

/** Time to stop and find each other, in seconds. */
const LAST_STEPS = 60;

const between = (now: Date, quickSeconds: number, slowSeconds: number): Arrival => ({
  from: new Date(now.getTime() + quickSeconds * 1_000).toISOString(),
  to: new Date(now.getTime() + (slowSeconds + LAST_STEPS) * 1_000).toISOString(),
});

interface LastAnswer {
  askedAt: number;
  to: Point;
  estimate: Estimate | null;
}

/** The last answers of the routing service, by ride. */
const answers = new Map<string, LastAnswer>();

/**
 * Estimates when a ride's driver arrives at the next stop, as a range. Uses the routing service's last
 * answer; without one, the distance along the valley's main roads and the pace of our own rides. Never waits:
 * the routing service is called in the background.
 */
export function estimateArrival(rideId: string, from: Point, to: Point, now: Date): Estimate {
  const answer = isRoutingSet() ? answerFor(rideId, from, to, now) : null;
  return answer ?? estimateByOwnRides(from, to, now);
}

function estimateByOwnRides(from: Point, to: Point, now: Date): Estimate {
  const path = gridRoute(from, to);
  const kilometers = pathMeters(path) / 1_000;
  const { quick, slow } = ownPace();
  // The simulated drive follows exactly this path. For a real drive it would cut across blocks on the map.
  return { arrival: between(now, kilometers * quick, kilometers * slow), route: env.DEMO_MODE ? path : null };
}

function answerFor(rideId: string, from: Point, to: Point, now: Date): Estimate | null {
  const known = answers.get(rideId);
  const isSameStop = known?.to.lat === to.lat && known.to.lng === to.lng;
  const isDue = !known || !isSameStop || now.getTime() - known.askedAt > ASK_EVERY_MS;
  if (isDue) {
    const entry: LastAnswer = { askedAt: now.getTime(), to, estimate: isSameStop ? known.estimate : null };
    answers.set(rideId, entry);
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

/** Drops answers that were not updated for a minute: the ride is over, or its driver has no signal. */
function forgetOld(now: Date): void {
  for (const [rideId, { askedAt }] of answers) if (now.getTime() - askedAt > 60_000) answers.delete(rideId);
}

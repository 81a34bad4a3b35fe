import { gridRoute } from '#common/places/grid-route.ts';
import type { Point } from '#common/places/point.ts';
import { env } from '../../env.ts';
import { findRoute, isRoutingSet } from '../../infra/routing.ts';

/** How many routes are cached. The pages of a ride request the same routes again and again. */
const MOST_KNOWN = 1_000;

const known = new Map<string, Promise<Point[] | null>>();

/**
 * Finds the route by road between two places, cached: from the routing service or, in demo mode without one,
 * the path of the simulated drive. Null when unknown.
 */
export function knownWay(from: Point, to: Point): Promise<Point[] | null> {
  const key = [from.lat, from.lng, to.lat, to.lng].join(' ');
  const before = known.get(key);
  if (before) return before;
  const asked = askFor(from, to);
  known.set(key, asked);
  const [oldest] = known.keys();
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
  // A failed lookup is not cached, so that it is retried.
  void asked.then((way) => way ?? known.delete(key));
  return asked;
}

async function askFor(from: Point, to: Point): Promise<Point[] | null> {
  if (isRoutingSet()) return (await findRoute(from, to))?.path ?? null;
  return env.DEMO_MODE ? gridRoute(from, to) : null;
}

/** Finds the route between two places, falling back to a path along the valley's streets. */
export const wayTo = async (from: Point, to: Point): Promise<Point[]> =>
  (await knownWay(from, to)) ?? gridRoute(from, to);

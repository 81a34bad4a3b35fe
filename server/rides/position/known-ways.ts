import { gridRoute } from '#common/places/grid-route.ts';
import type { Point } from '#common/places/point.ts';
import { env } from '../../env.ts';
import { findRoute, isRoutingSet } from '../../infra/routing.ts';

/** Ways between places are asked for once, by page after page of the same rides; so many are remembered. */
const MOST_KNOWN = 1_000;

const known = new Map<string, Promise<Point[] | null>>();

/**
 * The way by road from one place to another: the routing service's; where there is none the demo's, whose drive takes it. Null where
 * none is known.
 */
export function knownWay(from: Point, to: Point): Promise<Point[] | null> {
  const key = [from.lat, from.lng, to.lat, to.lng].join(' ');
  const before = known.get(key);
  if (before) return before;
  const asked = askFor(from, to);
  known.set(key, asked);
  const [oldest] = known.keys();
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
  // A service that was away is asked again.
  void asked.then((way) => way ?? known.delete(key));
  return asked;
}

async function askFor(from: Point, to: Point): Promise<Point[] | null> {
  if (isRoutingSet()) return (await findRoute(from, to))?.path ?? null;
  return env.DEMO_MODE ? gridRoute(from, to) : null;
}

/** The same, or a way along the valley's streets. */
export const wayTo = async (from: Point, to: Point): Promise<Point[]> =>
  (await knownWay(from, to)) ?? gridRoute(from, to);

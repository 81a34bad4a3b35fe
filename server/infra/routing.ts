import * as z from 'zod/mini';
import type { Point } from '#common/places/point.ts';
import { env } from '../env.ts';
import { logger } from './logger.ts';
import { throttle } from './throttle.ts';

/** A way by road. */
export interface RoadRoute {
  meters: number;
  /** Without traffic. */
  seconds: number;
  path: Point[];
}

const TIMEOUT_MS = 1_500;

/** What we read of OSRM's answer (`/route/v1`, version 5), and of what speaks like it. */
const answerSchema = z.object({
  routes: z.array(
    z.object({
      distance: z.number(),
      duration: z.number(),
      geometry: z.object({ coordinates: z.array(z.tuple([z.number(), z.number()])) }),
    }),
  ),
});

/** A routing service that is away is logged once a minute. */
const mayLog = throttle(60_000);

/** Whether a routing service is set. */
export const isRoutingSet = (): boolean => env.ROUTING_URL !== '';

/**
 * The way from one point to another by the routing service of `ROUTING_URL`, such as OSRM. Null where there is none, it does not
 * answer within a second and a half, or it knows no way.
 */
export async function findRoute(from: Point, to: Point): Promise<RoadRoute | null> {
  if (!isRoutingSet()) return null;
  const ends = [from, to].map(({ lat, lng }) => `${lng.toFixed(5)},${lat.toFixed(5)}`).join(';');
  const address = `${env.ROUTING_URL.replace(/\/$/, '')}/route/v1/driving/${ends}?overview=simplified&geometries=geojson`;
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!reply.ok) throw new Error(`the routing service answered ${reply.status}`);
    const [route] = answerSchema.parse(await reply.json()).routes;
    if (!route) return null;
    const path = route.geometry.coordinates.map(([lng, lat]) => ({ lat, lng }));
    return { meters: route.distance, seconds: route.duration, path };
  } catch (error) {
    if (mayLog('away')) logger.warn({ error }, 'routing service unavailable');
    return null;
  }
}

import * as z from 'zod/mini';
import { type Point, pointSchema } from '#common/places/point.ts';
import { env } from '../env.ts';
import { logger } from './logger.ts';
import { throttle } from './throttle.ts';

/** A route by road. */
export interface RoadRoute {
  meters: number;
  /** Without traffic. */
  seconds: number;
  path: Point[];
}

const TIMEOUT_MS = 1_500;

const amount = z.number().check(z.nonnegative());

/**
 * The parts we use of the response of OSRM (`/route/v1`, version 5) and compatible services. Coordinates are
 * validated, because they are sent on to riders.
 */
const answerSchema = z.object({
  routes: z.array(
    z.object({
      distance: amount,
      duration: amount,
      geometry: z.object({
        coordinates: z.array(z.tuple([pointSchema.shape.lng, pointSchema.shape.lat])).check(z.minLength(2)),
      }),
    }),
  ),
});

/** Matches the response for no route, or no road nearby, which OSRM sends with status 400. */
const NO_WAY = /"code"\s*:\s*"No(Route|Segment)"/;

/** Logs an unavailable routing service once a minute. */
const mayLog = throttle(60_000);

/** Whether a routing service is configured. */
export const isRoutingSet = (): boolean => env.ROUTING_URL !== '';

/**
 * Finds a route with the routing service at `ROUTING_URL`, such as OSRM. Null when none is configured, it
 * does not respond within 1.5 seconds, its response is invalid, or it finds no route. Failures of the service
 * are logged.
 */
export async function findRoute(from: Point, to: Point): Promise<RoadRoute | null> {
  if (!isRoutingSet()) return null;
  const ends = [from, to].map(({ lat, lng }) => `${lng.toFixed(5)},${lat.toFixed(5)}`).join(';');
  const address = `${env.ROUTING_URL.replace(/\/$/, '')}/route/v1/driving/${ends}?overview=simplified&geometries=geojson`;
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const answer = await reply.text();
    if (NO_WAY.test(answer)) return null;
    if (!reply.ok) throw new Error(`the routing service answered ${reply.status}: ${answer.slice(0, 200)}`);
    const [route] = answerSchema.parse(JSON.parse(answer)).routes;
    if (!route) return null;
    const path = route.geometry.coordinates.map(([lng, lat]) => ({ lat, lng }));
    return { meters: route.distance, seconds: route.duration, path };
  } catch (error) {
    if (mayLog('away')) logger.warn({ error }, 'routing service unavailable');
    return null;
  }
}

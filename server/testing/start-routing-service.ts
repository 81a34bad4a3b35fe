import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { env } from '../env.ts';

/** A reply of the routing service: status and JSON or text, or a request handler. */
export type RoutingAnswer =
  | { status?: number; json: unknown }
  | { status: number; text: string }
  | ((req: IncomingMessage, res: ServerResponse) => void);

/** A local routing service with configurable replies. */
interface TestRoutingService {
  /** Requested paths with their queries, oldest first. */
  asked: string[];
  /** Sets the reply from now on. */
  answer(answer: RoutingAnswer): void;
}

/**
 * Builds a route as OSRM returns it (project-osrm.org, HTTP API version 5). Coordinates are [longitude,
 * latitude].
 */
export const osrmRoute = (duration: number, distance: number, coordinates: [lng: number, lat: number][]) => ({
  code: 'Ok',
  routes: [
    {
      geometry: { coordinates, type: 'LineString' },
      legs: [{ steps: [], distance, duration, summary: '', weight: duration }],
      distance,
      duration,
      weight_name: 'routability',
      weight: duration,
    },
  ],
  waypoints: [coordinates[0], coordinates.at(-1)].map((location) => ({
    hint: 'k1oBgP___38',
    distance: 4.2,
    name: 'South Las Vegas Boulevard',
    location,
  })),
});

/**
 * Starts the service and sets `ROUTING_URL` to it until the test ends. Initially it replies that there is no
 * route.
 */
export async function startRoutingService(): Promise<TestRoutingService> {
  const asked: string[] = [];
  let current: RoutingAnswer = {
    status: 400,
    json: { code: 'NoRoute', message: 'Impossible route between points' },
  };
  const service = createServer((req, res) => {
    asked.push(req.url ?? '');
    if (typeof current === 'function') {
      current(req, res);
      return;
    }
    const [type, body] =
      'json' in current
        ? ['application/json; charset=UTF-8', JSON.stringify(current.json)]
        : ['text/html', current.text];
    res.writeHead(current.status ?? 200, { 'content-type': type }).end(body);
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const address = service.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');

  const before = env.ROUTING_URL;
  env.ROUTING_URL = `http://127.0.0.1:${address.port}`;
  onTestFinished(() => {
    env.ROUTING_URL = before;
    service.close();
    service.closeAllConnections();
  });
  return {
    asked,
    answer: (answer) => {
      current = answer;
    },
  };
}

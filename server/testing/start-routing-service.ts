import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { env } from '../env.ts';

/** What a routing service answers: a status and JSON, or text; or whatever a function does with the request. */
export type RoutingAnswer =
  | { status?: number; json: unknown }
  | { status: number; text: string }
  | ((req: IncomingMessage, res: ServerResponse) => void);

/** A routing service on this machine that answers as it is told to. */
export interface TestRoutingService {
  /** What it was asked, path and query, oldest first. */
  asked: string[];
  /** Answers so from now on. */
  answer(answer: RoutingAnswer): void;
}

/** A way from one point to another as OSRM answers it (project-osrm.org, HTTP API version 5), its coordinates as [longitude, latitude]. */
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

/** Starts such a service and has `ROUTING_URL` name it until the test ends; it first answers that no road leads there. */
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

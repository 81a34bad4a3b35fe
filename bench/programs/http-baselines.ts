import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import RedisStore from 'connect-redis';
import express from 'express';
import session from 'express-session';
import helmet from 'helmet';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { Server } from 'socket.io';
import type { WebSocket, WebSocketServer } from 'ws';
import { SOCKET_PATH } from '#common/rides/ride-events.ts';
import { presentRiderRide } from '#server/rides/present-ride.ts';
import type { RideRecord } from '#server/rides/ride-model.ts';
import type { Roles } from '../harness/testbed.ts';
import { moveRide, replyOf, riderText } from '../rides.ts';

// Baselines that handle the same PATCH as our server with less around it. BASELINE selects one.

/** The ids in the request: the ride's from its path, the others from its body. */
interface Change {
  rideId: string;
  riderId: string;
  driverId: string;
}

type Handle = (req: IncomingMessage, res: ServerResponse, change: Change) => void;

const redisUrl = process.env.REDIS_URL ?? '';

/** A node:http server that parses the body, and nothing else. */
const nodeServer = (handle: Handle) =>
  createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk) => chunks.push(chunk));
    req.on('end', () => {
      const { riderId, driverId } = JSON.parse(Buffer.concat(chunks).toString());
      handle(req, res, { rideId: req.url?.split('/')[3] ?? '', riderId, driverId });
    });
  });

function sendRide(res: ServerResponse, ride: RideRecord): void {
  const body = JSON.stringify(replyOf(ride));
  res.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  res.end(body);
}

/** The minimal PATCH handler, without authorization. */
const plain = () =>
  nodeServer((_req, res, { rideId, riderId, driverId }) => {
    sendRide(res, moveRide(rideId, riderId, driverId));
  });

/**
 * Does by hand what our middleware does: checks Origin and the cookie's signature, reads the session from
 * Redis, checks the driver, sets the same headers, writes a log line. No framework, no validation of the
 * body, no metrics.
 */
function byHand() {
  const logger = pino();
  const redis = new Redis(redisUrl);

  return nodeServer(async (req, res, { rideId, riderId, driverId }) => {
    const startedAt = performance.now();
    const requestId = randomUUID();
    const reply = (status: number, body: string) => {
      res.writeHead(status, {
        'X-Request-Id': requestId,
        'Cache-Control': 'no-store',
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
        'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(body),
      });
      res.end(body);
      const ms = Math.round(performance.now() - startedAt);
      logger.info({ requestId, method: req.method, path: req.url, status, ms }, 'request completed');
    };

    const isOwnOrigin = req.headers.origin === process.env.PUBLIC_URL;
    if (!isOwnOrigin || (await sessionOf(redis, req))?.driverId !== driverId) reply(403, '{}');
    else reply(200, JSON.stringify(replyOf(moveRide(rideId, riderId, driverId))));
  });
}

/**
 * From request to screen: publishes the change on Redis. A `ws` server in the same process subscribes, and
 * sends it to the rider's socket. The room of a socket is its path.
 */
async function chain({ isSessionRead }: { isSessionRead: boolean }) {
  const engineRequire = createRequire(createRequire(import.meta.url).resolve('engine.io'));
  const ws: { WebSocketServer: typeof WebSocketServer } = engineRequire('ws');
  const [publisher, subscriber] = [new Redis(redisUrl), new Redis(redisUrl)];
  const rooms = new Map<string, WebSocket>();

  const server = nodeServer(async (req, res, { rideId, riderId, driverId }) => {
    if (isSessionRead && (await sessionOf(publisher, req))?.driverId !== driverId) {
      res.writeHead(403).end();
      return;
    }
    const moved = moveRide(rideId, riderId, driverId);
    await publisher.publish('baseline', `${riderId}\n${riderText(moved)}`);
    sendRide(res, moved);
  });
  new ws.WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket, request) => {
    rooms.set(request.url?.slice(1) ?? '', socket);
    socket.send('welcome');
  });
  subscriber.on('message', (_channel, message) => {
    const line = message.indexOf('\n');
    rooms.get(message.slice(0, line))?.send(message.slice(line + 1));
  });
  await subscriber.subscribe('baseline');
  return server;
}

/** The channel of the package baseline; all baselines of a measure share one Redis. */
const PACKAGES = 'baseline-of-packages';

/**
 * The same chain with the packages that the product uses, set up as in their guides: Express 5 with its JSON
 * parser, ioredis and Socket.IO. The session is read by hand.
 */
async function chainWithPackages() {
  const [publisher, subscriber] = [new Redis(redisUrl), new Redis(redisUrl)];
  const app = express();
  const server = createServer(app);
  const io = new Server(server, { path: SOCKET_PATH, transports: ['websocket'] });

  app.use(express.json());
  app.patch('/api/bench/:rideId/published', async (req, res) => {
    const { riderId, driverId } = req.body;
    if ((await sessionOf(publisher, req))?.driverId !== driverId) {
      res.status(403).end();
      return;
    }
    const moved = moveRide(req.params.rideId, riderId, driverId);
    await publisher.publish(PACKAGES, JSON.stringify({ riderId, ride: presentRiderRide(moved) }));
    res.json(replyOf(moved));
  });
  io.use(async (socket, next) => {
    const session = await sessionOf(publisher, socket.request);
    await socket.join(session?.riderId ?? '');
    next();
  });
  subscriber.on('message', (_channel, message) => {
    const { riderId, ride } = JSON.parse(message);
    io.local.to(riderId).emit('ride:changed', [ride]);
  });
  await subscriber.subscribe(PACKAGES);
  return server;
}

/** Returns the roles of the session in the cookie; null when its signature is wrong or it does not exist. */
async function sessionOf(redis: Redis, req: IncomingMessage): Promise<Roles | null> {
  const [, id = '', signature = ''] =
    /s:([^.]+)\.([^;]+)/.exec(decodeURIComponent(req.headers.cookie ?? '')) ?? [];
  const expected = createHmac('sha256', process.env.SESSION_SECRET ?? '')
    .update(id)
    .digest('base64')
    .replace(/=+$/, '');
  const [given, wanted] = [Buffer.from(signature), Buffer.from(expected)];
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  const stored = await redis.get(`marquee:session:${id}`);
  return stored && JSON.parse(stored);
}

/** Express 5 set up as in its guide: the JSON parser and the one route. */
function stockExpress() {
  const app = express();
  app.use(express.json());
  app.patch('/api/bench/:rideId/status', (req, res) => {
    const { riderId, driverId } = req.body;
    res.json(replyOf(moveRide(req.params.rideId, riderId, driverId)));
  });
  return app;
}

/**
 * Express 5 with the usual packages for what ours does besides: headers, a log line, the session from Redis.
 */
function expressWithPackages() {
  const logger = pino();
  const app = express();
  app.use((req, res, next) => {
    const startedAt = Date.now();
    const { method, url } = req;
    res.once('finish', () => {
      logger.info({ method, url, status: res.statusCode, ms: Date.now() - startedAt });
    });
    next();
  });
  app.use(helmet());
  app.use(express.json());
  app.use(
    session({
      name: '__Host-marquee',
      secret: process.env.SESSION_SECRET ?? '',
      store: new RedisStore({ client: new Redis(redisUrl), prefix: 'marquee:session:' }),
      resave: false,
      saveUninitialized: false,
    }),
  );
  app.patch('/api/bench/:rideId/status', (req, res) => {
    const { riderId, driverId } = req.body;
    if (req.session.driverId !== driverId) {
      res.status(403).end();
      return;
    }
    res.json(replyOf(moveRide(req.params.rideId, riderId, driverId)));
  });
  return app;
}

const BASELINES = {
  plain,
  'by-hand': byHand,
  chain: () => chain({ isSessionRead: false }),
  'chain-with-session': () => chain({ isSessionRead: true }),
  'chain-with-packages': chainWithPackages,
  express: stockExpress,
  'express-with-packages': expressWithPackages,
};

/** Name of a baseline. */
export type HttpBaseline = keyof typeof BASELINES;

const isBaseline = (name: string): name is HttpBaseline => name in BASELINES;

const name = process.env.BASELINE ?? '';
if (!isBaseline(name)) throw new Error(`no baseline ${name}`);
const server = await BASELINES[name]();
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));

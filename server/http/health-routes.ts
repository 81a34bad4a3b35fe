import { timingSafeEqual } from 'node:crypto';
import { Router } from 'express';
import { AppError } from '#common/errors.ts';
import { env } from '../env.ts';
import { metrics } from '../infra/metrics.ts';
import { pingMongo } from '../infra/mongo.ts';
import { redis } from '../infra/redis.ts';

const TIMEOUT_MS = 2_000;

const within = (check: Promise<boolean>): Promise<boolean> => {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, TIMEOUT_MS, false).unref());
  return Promise.race([check.catch(() => false), late]);
};

const isBearer = (authorization: string | undefined, token: string): boolean => {
  const [given, wanted] = [Buffer.from(authorization ?? ''), Buffer.from(`Bearer ${token}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
};

/** The node around the routes. */
export interface NodeStatus {
  /** Whether it is shutting down. */
  isLeaving: () => boolean;
  /** Whether it hears what other nodes publish. */
  isSubscribed: () => boolean;
}

/**
 * How long what all nodes share may be away, in milliseconds. An election takes less; were every node unready at once, balancers
 * would cut every socket, and give visitors an error of their own instead of ours.
 */
const MAY_BE_AWAY_MS = 20_000;

/** Says whether something is there, or was at most 20 seconds ago. */
function createTolerance(): (isThere: boolean) => boolean {
  let awaySince: number | null = null;
  return (isThere) => {
    awaySince = isThere ? null : (awaySince ?? performance.now());
    return awaySince === null || performance.now() - awaySince < MAY_BE_AWAY_MS;
  };
}

/**
 * For operations: `/healthz` (the process runs), `/readyz` (200 when it should get requests; 503 when MongoDB
 * or Redis has not answered for 20 seconds; 404 when they do but the node is shutting down or has had no subscription for
 * as long, which a balancer takes for "no new requests, but let it finish"; its body says how each is now) and `/metrics`
 * (with METRICS_TOKEN as bearer token; 404 where none is set).
 */
export function createHealthRoutes({ isLeaving, isSubscribed }: NodeStatus): Router {
  const routes = Router();
  const [mayServeWithMongo, mayServeWithRedis, mayServeSockets] = [
    createTolerance(),
    createTolerance(),
    createTolerance(),
  ];

  routes.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' });
  });

  routes.get('/readyz', async (_req, res) => {
    const [mongo, redisAnswers] = await Promise.all([
      within(pingMongo()),
      within(redis.ping().then((answer) => answer === 'PONG')),
    ]);
    const node = isSubscribed() && !isLeaving();
    // Each is asked, whatever the others say: they count the time.
    const stores = [mayServeWithMongo(mongo), mayServeWithRedis(redisAnswers)];
    const whenUp = mayServeSockets(isSubscribed()) && !isLeaving() ? 200 : 404;
    res.status(stores.every(Boolean) ? whenUp : 503).json({ mongo, redis: redisAnswers, node });
  });

  routes.get('/metrics', async (req, res) => {
    if (!env.METRICS_TOKEN || !isBearer(req.get('authorization'), env.METRICS_TOKEN)) {
      throw new AppError('NOT_FOUND', 'There is nothing at this address.');
    }
    res.type(metrics.contentType).send(await metrics.metrics());
  });

  return routes;
}

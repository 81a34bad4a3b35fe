import { type Response, Router } from 'express';
import { AppError } from '#common/errors.ts';
import type { ServerRole } from '../env.ts';
import { mayReadMetrics, metrics } from '../infra/metrics.ts';
import { pingMongo } from '../infra/mongo.ts';
import { pingRedis } from '../infra/redis.ts';

/** How long a probe waits for a store, in milliseconds: balancers have to get their answer though one hangs. */
export const STORE_TIMEOUT_MS = 1_000;

const within = (check: Promise<boolean>): Promise<boolean> => {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, STORE_TIMEOUT_MS, false).unref());
  return Promise.race([check.catch(() => false), late]);
};

/** The node around the routes. */
export interface NodeStatus {
  /** What it takes. */
  role: ServerRole;
  /** Whether it is shutting down. */
  isLeaving: () => boolean;
  /** Whether it hears what other nodes publish. */
  isSubscribed: () => boolean;
  /** Measures what is known only when it is asked for. */
  measure: () => Promise<void>;
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
 * For operations: `/healthz` (the process runs), `/readyz` (200 when it should get requests; 503 when MongoDB or Redis has not
 * answered for 20 seconds; 404 when it is shutting down, which a balancer takes for "no new requests, but let it finish", and
 * always where its role takes none; its body says how each is now), `/readyz/sockets` (the same for sockets; 404 also while it
 * hears no changes, which requests do not need) and `/metrics` (with METRICS_TOKEN as bearer token; 404 where none is set).
 */
export function createHealthRoutes({ role, isLeaving, isSubscribed, measure }: NodeStatus): Router {
  const routes = Router();
  const [mayServeWithMongo, mayServeWithRedis] = [createTolerance(), createTolerance()];

  /** Answers a probe. @param statusWhenUp what to say while the stores are there */
  async function answerProbe(res: Response, statusWhenUp: () => number): Promise<void> {
    const [mongo, redisAnswers] = await Promise.all([within(pingMongo()), within(pingRedis())]);
    // Both are asked even if one is away: they count the time.
    const stores = [mayServeWithMongo(mongo), mayServeWithRedis(redisAnswers)];
    const node = isSubscribed() && !isLeaving();
    res.status(stores.every(Boolean) ? statusWhenUp() : 503).json({ mongo, redis: redisAnswers, node });
  }

  routes.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' });
  });

  routes.get('/readyz', (_req, res) =>
    answerProbe(res, () => (role === 'sockets' || isLeaving() ? 404 : 200)),
  );

  routes.get('/readyz/sockets', (_req, res) =>
    answerProbe(res, () => (role === 'api' || isLeaving() || !isSubscribed() ? 404 : 200)),
  );

  routes.get('/metrics', async (req, res) => {
    if (!mayReadMetrics(req.get('authorization'))) {
      throw new AppError('NOT_FOUND', 'There is nothing at this address.');
    }
    await within(measure().then(() => true));
    res.type(metrics.contentType).send(await metrics.metrics());
  });

  return routes;
}

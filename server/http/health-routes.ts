import { Router } from 'express';
import { AppError } from '#common/errors.ts';
import type { ServerRole } from '../env.ts';
import { mayReadMetrics, metrics, nodeReady } from '../infra/metrics.ts';
import { pingMongo } from '../infra/mongo.ts';
import { pingRedis } from '../infra/redis.ts';

/** How long a probe waits for each store, in milliseconds: balancers need a reply even if one hangs. */
export const STORE_TIMEOUT_MS = 1_000;

const within = (check: Promise<boolean>): Promise<boolean> => {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, STORE_TIMEOUT_MS, false).unref());
  return Promise.race([check.catch(() => false), late]);
};

/** State of the node that the probes report. */
export interface NodeStatus {
  /** Which traffic the node serves. */
  role: ServerRole;
  /** Whether it is shutting down. */
  isLeaving: () => boolean;
  /** Whether it is subscribed to what other nodes publish. */
  isSubscribed: () => boolean;
  /** Updates metrics that are only measured on request. */
  measure: () => Promise<void>;
}

/**
 * How long MongoDB or Redis may be unavailable before the node counts as unready, in milliseconds. An
 * election takes less. These stores are shared: if every node became unready at once, balancers would close
 * all sockets and show visitors an error page of their own.
 */
const MAY_BE_AWAY_MS = 20_000;

/** Returns a function that reports whether a store responds, or did so within the last 20 seconds. */
function createTolerance(): (isThere: boolean) => boolean {
  let awaySince: number | null = null;
  return (isThere) => {
    awaySince = isThere ? null : (awaySince ?? performance.now());
    return awaySince === null || performance.now() - awaySince < MAY_BE_AWAY_MS;
  };
}

/**
 * Creates the routes for operations.
 *
 * - `/healthz`: the process runs.
 * - `/readyz`: whether to send requests. 200 when ready; 503 when MongoDB or Redis has not responded for 20
 * seconds; 404 when shutting down, which the balancer treats as draining, and always in the role `sockets`.
 * The body has the present state of each.
 * - `/readyz/sockets`: the same for sockets; 404 also while the node is not subscribed to changes, which
 * requests do not need, and always in the role `api`.
 * - `/metrics`: with METRICS_TOKEN as bearer token; 404 when none is set.
 */
export function createHealthRoutes({ role, isLeaving, isSubscribed, measure }: NodeStatus): Router {
  const routes = Router();
  const [mayServeWithMongo, mayServeWithRedis] = [createTolerance(), createTolerance()];

  /** Returns the statuses of both probes and the present state of the stores, and updates the metric. */
  async function examine() {
    const [mongo, redis] = await Promise.all([within(pingMongo()), within(pingRedis())]);
    // Both are evaluated even if one is unavailable, because each call tracks the time.
    const areStoresUp = [mayServeWithMongo(mongo), mayServeWithRedis(redis)].every(Boolean);
    const statusOf = (isServed: boolean) => (!areStoresUp ? 503 : isServed ? 200 : 404);
    const requests = statusOf(role !== 'sockets' && !isLeaving());
    const sockets = statusOf(role !== 'api' && !isLeaving() && isSubscribed());
    nodeReady.set({ for: 'requests' }, requests === 200 ? 1 : 0);
    nodeReady.set({ for: 'sockets' }, sockets === 200 ? 1 : 0);
    return { requests, sockets, body: { mongo, redis, node: isSubscribed() && !isLeaving() } };
  }

  routes.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' });
  });

  routes.get('/readyz', async (_req, res) => {
    const { requests, body } = await examine();
    res.status(requests).json(body);
  });

  routes.get('/readyz/sockets', async (_req, res) => {
    const { sockets, body } = await examine();
    res.status(sockets).json(body);
  });

  routes.get('/metrics', async (req, res) => {
    if (!mayReadMetrics(req.get('authorization'))) {
      throw new AppError('NOT_FOUND', 'There is nothing at this address.');
    }
    await Promise.all([within(measure().then(() => true)), examine()]);
    res.type(metrics.contentType).send(await metrics.metrics());
  });

  return routes;
}

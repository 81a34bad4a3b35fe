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

/**
 * For operations: `/healthz` (the process runs), `/readyz` (200 when it should get requests; 503 when MongoDB
 * or Redis does not answer; 404 when they do but the node is shutting down or has lost its subscription,
 * which a balancer takes for "no new requests, but let it finish") and `/metrics` (with METRICS_TOKEN as
 * bearer token; 404 where none is set).
 */
export function createHealthRoutes(isNodeReady: () => boolean): Router {
  const routes = Router();

  routes.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' });
  });

  routes.get('/readyz', async (_req, res) => {
    const [mongo, redisAnswers] = await Promise.all([
      within(pingMongo()),
      within(redis.ping().then((answer) => answer === 'PONG')),
    ]);
    const node = isNodeReady();
    const whenUp = node ? 200 : 404;
    res.status(mongo && redisAnswers ? whenUp : 503).json({ mongo, redis: redisAnswers, node });
  });

  routes.get('/metrics', async (req, res) => {
    if (!env.METRICS_TOKEN || !isBearer(req.get('authorization'), env.METRICS_TOKEN)) {
      throw new AppError('NOT_FOUND', 'There is nothing at this address.');
    }
    res.type(metrics.contentType).send(await metrics.metrics());
  });

  return routes;
}

import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { logger } from '../infra/logger.ts';
import { requestSeconds } from '../infra/metrics.ts';
import { redactPath } from './redact-path.ts';

declare global {
  namespace Express {
    interface Request {
      /** Names this request in the log; answered as `X-Request-Id`. */
      id: string;
    }
    interface Locals {
      /** The API call that answers, with `:name` for its parameters. */
      route?: string;
    }
  }
}

/**
 * Gives each request an id and, once it is answered, a line in the log and a place in the metrics. Only its path is told: query
 * strings carry client secrets.
 */
export const requestLog: RequestHandler = (req, res, next) => {
  const startedAt = performance.now();
  const { method, path } = req;
  req.id = randomUUID();
  res.set('X-Request-Id', req.id);

  res.once('close', () => {
    const ms = performance.now() - startedAt;
    const status = res.statusCode;
    const route: string = res.locals.route ?? req.route?.path ?? 'none';
    requestSeconds.observe({ method, route, status }, ms / 1_000);
    logger.info(
      {
        requestId: req.id,
        method,
        path: redactPath(path),
        status,
        ms: Math.round(ms),
        isAborted: !res.writableFinished,
      },
      'request',
    );
  });
  next();
};

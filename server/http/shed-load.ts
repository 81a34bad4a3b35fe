import type { Request, RequestHandler, Response } from 'express';
import { AppError, ERROR_STATUS } from '#common/errors.ts';
import { env } from '../env.ts';
import { refusals, requestsUnderWay } from '../infra/metrics.ts';

/**
 * How many concurrent requests a single call may have: a third of all, so that a slow call does not block the
 * others. MongoDB's connection pool is larger than that (`server/infra/mongo.ts`).
 */
export const maxRequestsPerCall = (): number => Math.ceil(env.REQUESTS_UNDER_WAY / 3);

/** Spreads the retries of clients that were refused together. In seconds. */
const RETRY_FROM = 1;
const RETRY_SPREAD = 3;

const retryAfterSeconds = (): number => RETRY_FROM + Math.floor(Math.random() * RETRY_SPREAD);

const MESSAGE = 'Too many people are here right now. Please try again in a moment.';

const overloaded = (): AppError =>
  new AppError('OVERLOADED', MESSAGE, { retryAfterSeconds: retryAfterSeconds() });

const BODY = JSON.stringify(overloaded().toBody());

/** Middleware that limits a node's concurrent requests. */
interface LoadShedding {
  /** Responds OVERLOADED while the node is full. Mount it first, because refusing must be cheap. */
  refuse: RequestHandler;
  /**
   * Counts the request until its reply is handed over. Mount it after the body is read.
   *
   * @throws AppError OVERLOADED when the node is full
   */
  admit: RequestHandler;
}

/**
 * Limits a node's concurrent API requests to `REQUESTS_UNDER_WAY`. Further ones get OVERLOADED with
 * Retry-After immediately, so that admitted requests are answered in time. Otherwise an overloaded node would
 * accept requests that it can only answer after their clients have timed out. The number of concurrent
 * requests reflects every cause of slowness: CPU, event loop and stores.
 *
 * A request counts from when its body is read until its reply is handed over, so that slow clients do not
 * occupy a place. Uploads, whose handlers read the body, count only toward the limit of their call.
 */
export function createLoadShedding(isExempt: (req: Request) => boolean): LoadShedding {
  let underWay = 0;
  const isFull = () => underWay >= env.REQUESTS_UNDER_WAY;
  return {
    refuse(req, res, next) {
      if (!isFull() || isExempt(req)) return next();
      refusals.inc({ code: 'OVERLOADED' });
      res.writeHead(ERROR_STATUS.OVERLOADED, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(BODY),
        'Cache-Control': 'no-store',
        'Retry-After': retryAfterSeconds(),
      });
      res.end(BODY);
    },
    admit(req, res, next) {
      if (isExempt(req)) return next();
      if (isFull()) throw overloaded();
      requestsUnderWay.set(++underWay);
      onAnswered(res, () => requestsUnderWay.set(--underWay));
      next();
    },
  };
}

/** Calls back once: when the reply is handed over, which slow clients do not delay, or on disconnect. */
function onAnswered(res: Response, callback: () => void): void {
  let isOver = false;
  const finish = () => {
    if (isOver) return;
    isOver = true;
    callback();
  };
  res.once('prefinish', finish);
  res.once('close', finish);
}

/**
 * Limits the concurrent requests of one call, so that its slow queries cannot occupy all places or all
 * MongoDB connections.
 *
 * @returns a function that limits a handler: beyond `maxRequestsPerCall` it throws OVERLOADED
 */
export function limitCallConcurrency(): (
  handle: (req: Request, res: Response) => Promise<void>,
) => RequestHandler {
  let underWay = 0;
  return (handle) => async (req, res) => {
    if (underWay >= maxRequestsPerCall()) throw overloaded();
    underWay += 1;
    try {
      await handle(req, res);
    } finally {
      underWay -= 1;
    }
  };
}

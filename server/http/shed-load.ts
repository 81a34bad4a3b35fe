import type { Request, RequestHandler, Response } from 'express';
import { AppError, ERROR_STATUS } from '#common/errors.ts';
import { env } from '../env.ts';
import { refusals, requestsUnderWay } from '../infra/metrics.ts';

/** Of all requests under way, how many may be of one call: what is slow about it holds nobody else up. */
const CALL_SHARE = 3;

/** Browsers that were refused together do not come back together. In seconds. */
const RETRY_FROM = 1;
const RETRY_SPREAD = 3;

const retryAfterSeconds = (): number => RETRY_FROM + Math.floor(Math.random() * RETRY_SPREAD);

const MESSAGE = 'Too many people are here right now. Please try again in a moment.';

const overloaded = (): AppError =>
  new AppError('OVERLOADED', MESSAGE, { retryAfterSeconds: retryAfterSeconds() });

const BODY = JSON.stringify(overloaded().toBody());

/** What bounds the requests that a node has under way. */
interface LoadShedding {
  /** Answers OVERLOADED while there is no place. To be mounted before everything else: refusing has to cost next to nothing, or it is all that a node does. */
  refuse: RequestHandler;
  /** Takes a place until the reply is handed over. To be mounted once the body is there. @throws OVERLOADED where there is none any more */
  admit: RequestHandler;
}

/**
 * Bounds how many requests of the API a node has under way (`REQUESTS_UNDER_WAY`): the next one is answered OVERLOADED with Retry-After at
 * once, so that those that were let in are answered in time. Past its capacity a node would else take in what it cannot answer before its
 * clients give up. How many are under way follows from everything that makes it slow: its own processor, its event loop, its stores.
 *
 * A request counts from when its body is there until its reply is handed over, so that slow clients hold no place. Uploads, whose bodies
 * are read by their calls, count for their calls alone.
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

/** Calls back once: when the reply is handed over, which a slow reader does not delay, or its client is gone. */
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
 * Bounds how many requests of one call are under way to a third of all: one whose queries are slow takes neither all places nor all
 * connections to MongoDB.
 *
 * @throws OVERLOADED with Retry-After
 */
export function createCallShare(): (
  handle: (req: Request, res: Response) => Promise<void>,
) => RequestHandler {
  let underWay = 0;
  return (handle) => async (req, res) => {
    if (underWay >= Math.ceil(env.REQUESTS_UNDER_WAY / CALL_SHARE)) throw overloaded();
    underWay += 1;
    try {
      await handle(req, res);
    } finally {
      underWay -= 1;
    }
  };
}

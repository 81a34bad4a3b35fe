import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { logger } from '../infra/logger.ts';

declare global {
  namespace Express {
    interface Request {
      /** Names this request in the log; answered as `X-Request-Id`. */
      id: string;
    }
  }
}

/** Gives each request an id and, once answered, a line in the log. Only the path: query strings carry client secrets and e-mails. */
export const requestLog: RequestHandler = (req, res, next) => {
  const startedAt = performance.now();
  const { method, path } = req;
  req.id = randomUUID();
  res.set('X-Request-Id', req.id);
  res.once('close', () => {
    logger.info(
      {
        requestId: req.id,
        method,
        path,
        status: res.statusCode,
        ms: Math.round(performance.now() - startedAt),
        ...(!res.writableFinished && { aborted: true }),
      },
      'request',
    );
  });
  next();
};

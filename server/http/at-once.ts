import type { RequestHandler } from 'express';

/**
 * Runs handlers that do not wait for each other at the same time. Goes on when all are done, or with the first error of any: what the others
 * then still do is not waited for.
 */
export const atOnce =
  (...handlers: readonly RequestHandler[]): RequestHandler =>
  (req, res, next) => {
    let underWay = handlers.length;
    const done = (error?: unknown) => {
      underWay -= 1;
      if (error !== undefined) {
        underWay = Number.NaN;
        next(error);
      } else if (underWay === 0) {
        next();
      }
    };
    for (const handle of handlers) handle(req, res, done);
  };

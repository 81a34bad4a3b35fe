import type { RequestHandler } from 'express';
import { AppError } from '#common/errors.ts';
import { isOwnOrigin } from './own-origin.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses writes that a page of another site makes with this visitor's cookie (ORIGIN_NOT_ALLOWED). */
export const originCheck: RequestHandler = (req, _res, next) => {
  if (!READS.has(req.method) && !isOwnOrigin(req)) {
    throw new AppError('ORIGIN_NOT_ALLOWED', 'This can only be done from our own pages.');
  }
  next();
};

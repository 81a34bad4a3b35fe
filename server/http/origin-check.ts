import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { AppError } from '#common/errors.ts';
import { env } from '../env.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses writes that another site's page makes with the visitor's cookie (CSRF). */
export const originCheck: RequestHandler = (req, _res, next) => {
  if (!READS.has(req.method) && !isOwnOrigin(req)) {
    throw new AppError('ORIGIN_NOT_ALLOWED', 'This can only be done from our own pages.');
  }
  next();
};

const publicOrigin = new URL(env.PUBLIC_URL).origin;

/**
 * Whether a request comes from a page of this site: by `Origin`, which must be PUBLIC_URL's (outside
 * production also the request's own host), or without it by `Sec-Fetch-Site`.
 */
export function isOwnOrigin({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin';
  if (origin === publicOrigin) return true;
  return env.NODE_ENV !== 'production' && origin === `http://${host}`;
}

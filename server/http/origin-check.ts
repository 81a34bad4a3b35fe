import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { AppError } from '#common/errors.ts';
import { env } from '../env.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes that a page of another site makes with this visitor's cookie (CSRF).
 *
 * @throws ORIGIN_NOT_ALLOWED
 */
export const originCheck: RequestHandler = (req, _res, next) => {
  if (!READS.has(req.method) && !isOwnOrigin(req)) {
    throw new AppError('ORIGIN_NOT_ALLOWED', 'This can only be done from our own pages.');
  }
  next();
};

const publicOrigin = new URL(env.PUBLIC_URL).origin;

/**
 * Whether a browser says that a page of this site is asking: by `Origin`, which must be PUBLIC_URL's (outside
 * production also the address asked at), or, where there is none, by `Sec-Fetch-Site`.
 */
export function isOwnOrigin({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin';
  if (origin === publicOrigin) return true;
  return env.NODE_ENV !== 'production' && origin === `http://${host}`;
}

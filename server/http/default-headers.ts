import type { RequestHandler } from 'express';
import { env } from '../env.ts';

const HEADERS: Record<string, string> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  ...(env.NODE_ENV === 'production' && {
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  }),
};

/** What replies say unless whoever answers says otherwise, as pages do: for one person, now, and nothing to be shown as a page. */
export const defaultHeaders: RequestHandler = (_req, res, next) => {
  res.set(HEADERS);
  next();
};

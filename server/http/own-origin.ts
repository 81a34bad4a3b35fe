import type { IncomingMessage } from 'node:http';
import { env } from '../env.ts';

const publicOrigin = new URL(env.PUBLIC_URL).origin;

/**
 * Whether a browser says that a page of this site is asking: by `Origin`, which must be PUBLIC_URL's (outside production also the
 * address asked at), or, where there is none, by `Sec-Fetch-Site`.
 */
export function isOwnOrigin({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin';
  if (origin === publicOrigin) return true;
  return env.NODE_ENV !== 'production' && origin === `http://${host}`;
}

import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { AppError } from '#common/errors.ts';
import { env } from '../env.ts';

/** Normalizes a Host header or URL host: lower case, without port and trailing dot. */
const nameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');

/**
 * The host names of this site. The local machine's names are always included, because no page of another site
 * can have them as its host.
 */
const OWN_NAMES: ReadonlySet<string> = new Set([
  nameOf(new URL(env.PUBLIC_URL).host),
  ...env.ALLOWED_HOSTS.map(nameOf),
  'localhost',
  '127.0.0.1',
  '[::1]',
]);

/**
 * Whether the Host header is one of this site's names. In a DNS rebinding attack it is the attacker's name.
 * X-Forwarded-Host is ignored, since an attacker's page could set it; a proxy that changes Host must be
 * listed in ALLOWED_HOSTS.
 */
export const isOwnHost = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers.host !== undefined && OWN_NAMES.has(nameOf(headers.host));

/** Refuses requests for other hosts. @throws AppError HOST_NOT_ALLOWED */
export const hostCheck: RequestHandler = (req, _res, next) => {
  if (!isOwnHost(req)) throw new AppError('HOST_NOT_ALLOWED', 'This site has another address.');
  next();
};

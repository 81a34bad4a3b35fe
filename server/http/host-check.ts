import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { AppError } from '#common/errors.ts';
import { env } from '../env.ts';

/** The name in a Host header, or of an address: lower case, without port and the dot of the root. */
const nameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');

/**
 * Under what names this site is asked for. This machine's own are always among them: no page of another site has one
 * as its host.
 */
const OWN_NAMES: ReadonlySet<string> = new Set([
  nameOf(new URL(env.PUBLIC_URL).host),
  ...env.ALLOWED_HOSTS.map(nameOf),
  'localhost',
  '127.0.0.1',
  '[::1]',
]);

/**
 * Whether a request asks for this site by a name of its own. A page of another site whose name was pointed at this
 * machine (DNS rebinding) asks by that name. Only Host counts: X-Forwarded-Host such a page could send by itself, so
 * a proxy that sends another Host is to be named in ALLOWED_HOSTS.
 */
export const isOwnHost = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers.host !== undefined && OWN_NAMES.has(nameOf(headers.host));

/** Refuses what is asked of a host that is not ours. @throws HOST_NOT_ALLOWED */
export const hostCheck: RequestHandler = (req, _res, next) => {
  if (!isOwnHost(req)) throw new AppError('HOST_NOT_ALLOWED', 'This site has another address.');
  next();
};

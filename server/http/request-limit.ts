import type { Request, RequestHandler } from 'express';
import { AppError } from '#common/errors.ts';
import { env } from '../env.ts';
import { logger } from '../infra/logger.ts';
import { clientNetworkOf } from './network-of.ts';

const WINDOW_MS = 60_000;

/** How many clients a node counts per minute. Further ones are not counted. */
const MAX_KEYS = 50_000;

/** A write counts as this many reads. */
const WRITE_COST = 4;

/** Factor for visitors, since offices and mobile networks share an address. */
const VISITORS_SHARE = 4;

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const OWN_MACHINE = new Set(['127.0.0.1', '0:0:0:0::/64']);

/**
 * Returns a request's rate limit key and how many requests per minute it may make. Null for this machine: a
 * proxy or a benchmark.
 */
function shareOf(req: Request): { key: string; times: number } | null {
  const { riderId, driverId, staffId } = req.session ?? {};
  const account = riderId ?? driverId ?? staffId;
  if (account) return { key: account, times: env.REQUESTS_PER_MINUTE };
  const network = clientNetworkOf(req);
  return OWN_MACHINE.has(network) ? null : { key: network, times: env.REQUESTS_PER_MINUTE * VISITORS_SHARE };
}

/**
 * Creates the general rate limit, which applies to all requests and is far above what a page needs: per
 * account for signed-in users, so that people who share an address do not block each other, and per network
 * for visitors. Each node counts in memory, because a Redis call would cost more than most requests.
 *
 * @returns a handler that throws TOO_MANY_REQUESTS with Retry-After
 */
export function createRequestLimit(): RequestHandler {
  let spent = new Map<string, number>();
  let endsAt = 0;

  return (req, _res, next) => {
    const now = performance.now();
    if (now >= endsAt) {
      spent = new Map();
      endsAt = now + WINDOW_MS;
    }
    const share = shareOf(req);
    if (!share) return next();
    const before = spent.get(share.key) ?? 0;
    const after = before + (READS.has(req.method) ? 1 : WRITE_COST);
    if (after > share.times) {
      logger.warn({ limit: 'requests' }, 'rate limit exceeded');
      throw new AppError('TOO_MANY_REQUESTS', 'Too many requests. Please try again in a minute.', {
        retryAfterSeconds: Math.ceil((endsAt - now) / 1_000),
      });
    }
    if (before > 0 || spent.size < MAX_KEYS) spent.set(share.key, after);
    next();
  };
}

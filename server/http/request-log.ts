import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { logger } from '../infra/logger.ts';
import { requestSeconds } from '../infra/metrics.ts';
import { runForRequest } from '../infra/request-context.ts';

declare global {
  namespace Express {
    interface Request {
      /** Identifies this request in the log, and what follows from it; answered as `X-Request-Id`. */
      id: string;
    }
  }
}

const REQUEST_ID = /^[\w-]{8,64}$/;

/** Without the search for secrets, which takes longer than the line: it has the few fields named below, and a path that is redacted by itself. */
const requestLogger = logger.child({}, { redact: [] });

/** Asked twice a second by each balancer: where people are few, these would be most of what is measured and logged. */
const PROBES = new Set(['/healthz', '/readyz', '/readyz/sockets', '/metrics']);

/**
 * Gives each request an id, its page's own where that is one word, and, once it is answered, logs and measures it; of probes it logs alone
 * that one is answered otherwise than before. The query string is not logged: it may carry client secrets.
 */
export function createRequestLog(): RequestHandler {
  /** What each probe was answered last. */
  const lastStatus = new Map<string, number>();

  /** Whether a probe is answered otherwise than before; the first one, than with 200. */
  function isNews(probe: string, status: number): boolean {
    const before = lastStatus.get(probe) ?? 200;
    lastStatus.set(probe, status);
    return status !== before;
  }

  return (req, res, next) => {
    const startedAt = performance.now();
    const { method, path } = req;
    const sentId = req.get('x-request-id');
    req.id = sentId && REQUEST_ID.test(sentId) ? sentId : randomUUID();
    res.set('X-Request-Id', req.id);

    res.once('close', () => {
      const ms = performance.now() - startedAt;
      const status = res.statusCode;
      const route: string = req.call?.endpoint.path ?? req.route?.path ?? 'none';
      const isProbe = PROBES.has(route);
      if (isProbe && !isNews(route, status)) return;
      if (!isProbe) requestSeconds.observe({ method, route, status }, ms / 1_000);
      requestLogger.info(
        {
          requestId: req.id,
          method,
          path: redactPath(path),
          status,
          ms: Math.round(ms),
          isAborted: !res.writableFinished,
        },
        'request',
      );
    });
    next();
  };
}

/** Has what follows run for its request; mounted behind the parsers of bodies, which go on for the connection. */
export const requestContext: RequestHandler = (req, _res, next) => runForRequest(req.id, next);

/**
 * A path as it may be logged: the id of a checkout gives access to its purchase, the token of an application to
 * what its applicant sent, that of a calendar to a driver's rides, so only their prefixes are shown, and nothing of the
 * token of an invitation, a shared trip or a payment link.
 */
export const redactPath = (path: string): string =>
  path.replace(/\b(cs|da|dc)_\w+/g, '$1_…').replace(/(\/(?:invitations?|trips?|pay)\/)[^/]+/g, '$1…');

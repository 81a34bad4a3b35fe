import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { logger } from '../infra/logger.ts';
import { requestSeconds } from '../infra/metrics.ts';
import { runForRequest } from '../infra/request-context.ts';

declare global {
  namespace Express {
    interface Request {
      /** Identifies the request, and its follow-up work, in the log. Returned as `X-Request-Id`. */
      id: string;
    }
  }
}

const REQUEST_ID = /^[\w-]{8,64}$/;

/**
 * Without the logger's redaction, which takes longer than writing the line. Only the fields below are logged,
 * and the path is redacted separately.
 */
const requestLogger = logger.child({}, { redact: [] });

/** Requested twice a second by each balancer. At low traffic these would dominate metrics and logs. */
const PROBES = new Set(['/healthz', '/readyz', '/readyz/sockets', '/metrics']);

/**
 * Gives each request an id (the client's X-Request-Id if well-formed) and, once it is answered, logs and
 * measures it. Probes are logged only when their status changes, and not measured. The query string is not
 * logged, because it may contain client secrets.
 */
export function createRequestLog(): RequestHandler {
  /** The last status of each probe. */
  const lastStatus = new Map<string, number>();

  /** Whether a probe's status differs from the previous one, which is 200 initially. */
  function hasStatusChanged(probe: string, status: number): boolean {
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
      if (isProbe && !hasStatusChanged(route, status)) return;
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
        'request completed',
      );
    });
    next();
  };
}

/**
 * Runs the following handlers in the request's async context. Mounted after the body parsers, whose callbacks
 * run in the connection's context.
 */
export const requestContext: RequestHandler = (req, _res, next) => runForRequest(req.id, next);

/**
 * Redacts secrets in a path for logging. Ids of checkouts and tokens of driver applications and calendars
 * grant access, so only their prefixes are kept; tokens of invitations, shared trips and payment links are
 * removed.
 */
export const redactPath = (path: string): string =>
  path.replace(/\b(cs|da|dc)_\w+/g, '$1_…').replace(/(\/(?:invitations?|trips?|pay)\/)[^/]+/g, '$1…');

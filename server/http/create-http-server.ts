import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';

/** Maximum time for a request to arrive, in milliseconds: 10 MB from a phone at half a megabit per second. */
const REQUEST_MS = 180_000;

/**
 * Timeouts in milliseconds against slow-request attacks (slowloris), which hold connections open. Bodies
 * other than files have a shorter deadline (`createBodyDeadline`).
 */
const TIMEOUTS: ServerOptions = {
  headersTimeout: 20_000,
  requestTimeout: REQUEST_MS,
  connectionsCheckingInterval: 5_000,
};

/**
 * Leaves closing idle connections to the balancer (`deploy/haproxy.cfg`): it may reuse one at any time, and a
 * request could arrive just as the server closes it. TCP keep-alive detects dead peers. In milliseconds.
 */
const IDLE: ServerOptions = { keepAliveTimeout: 0, keepAlive: true, keepAliveInitialDelay: 60_000 };

/**
 * Creates an HTTP server whose requests and responses already have Express's prototypes. Express otherwise
 * replaces each prototype on arrival, which makes V8 deoptimise the objects: more than half of the cost of a
 * small request (expressjs/express#5998). If a future Express no longer exposes its prototypes on the
 * application, this returns a plain server.
 */
export function createHttpServer(app: Express): Server {
  const options = { ...TIMEOUTS, ...IDLE };
  if (!(app.request instanceof IncomingMessage && app.response instanceof ServerResponse)) {
    return createServer(options, app);
  }

  class AppRequest extends IncomingMessage {}
  class AppResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });

  return createServer({ ...options, IncomingMessage: AppRequest, ServerResponse: AppResponse }, app);
}

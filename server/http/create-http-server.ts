import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';

/** The longest that a request may take to arrive: 10 MB from a phone at half a megabit. In milliseconds. */
const REQUEST_MS = 180_000;

/**
 * Against slow requests (slowloris), which would hold their connections for minutes. In milliseconds. Bodies that are
 * no files have less time (`createBodyDeadline`).
 */
const TIMEOUTS: ServerOptions = {
  headersTimeout: 20_000,
  requestTimeout: REQUEST_MS,
  connectionsCheckingInterval: 5_000,
};

/**
 * Idle connections are the balancer's to close (`deploy/haproxy.cfg`): it may keep one for any time, and a request could arrive just as it is
 * closed here. One whose other end is gone is found by TCP. In milliseconds.
 */
const IDLE: ServerOptions = { keepAliveTimeout: 0, keepAlive: true, keepAliveInitialDelay: 60_000 };

/**
 * An HTTP server for an Express application whose requests and replies are created with Express's prototypes.
 * Express otherwise replaces the prototype of each on arrival, which makes V8 deoptimise them: more than half
 * of the cost of a small request (expressjs/express#5998). Should Express stop keeping its prototypes on the
 * application, this is a plain server.
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

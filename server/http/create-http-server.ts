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
 * An HTTP server for an Express application whose requests and replies are created with Express's prototypes.
 * Express otherwise replaces the prototype of each on arrival, which makes V8 deoptimise them: more than half
 * of the cost of a small request (expressjs/express#5998). Should Express stop keeping its prototypes on the
 * application, this is a plain server.
 */
export function createHttpServer(app: Express): Server {
  if (!(app.request instanceof IncomingMessage && app.response instanceof ServerResponse)) {
    return createServer(TIMEOUTS, app);
  }

  class AppRequest extends IncomingMessage {}
  class AppResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });

  return createServer({ ...TIMEOUTS, IncomingMessage: AppRequest, ServerResponse: AppResponse }, app);
}

import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';

/** Who sends a request a byte at a time would hold its connection for minutes, and of those there are only so many. */
const PATIENCE: ServerOptions = {
  headersTimeout: 20_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
};

/**
 * An HTTP server for an Express application whose requests and replies are born with Express's prototypes. Express otherwise
 * gives each of them a new prototype on arrival, which makes V8 give up on their shapes: more than half of the cost of a small
 * request (expressjs/express#5998). Should Express stop keeping its prototypes on the application, this is a plain server.
 */
export function createHttpServer(app: Express): Server {
  if (!(app.request instanceof IncomingMessage && app.response instanceof ServerResponse)) {
    return createServer(PATIENCE, app);
  }

  class AppRequest extends IncomingMessage {}
  class AppResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });

  return createServer({ ...PATIENCE, IncomingMessage: AppRequest, ServerResponse: AppResponse }, app);
}

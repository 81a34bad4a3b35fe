import type { RequestHandler } from 'express';
import findMyWay from 'find-my-way';
import type { Endpoint } from '#common/endpoint.ts';

/** An API endpoint and its request handler. */
export interface AnsweredCall {
  endpoint: Endpoint;
  answer: RequestHandler;
}

declare global {
  namespace Express {
    interface Request {
      /** The matched API call with its decoded parameters; undefined when no call matches. */
      call?: AnsweredCall & { params: Record<string, string> };
    }
  }
}

/** Longer parameters cannot be one of our ids or tokens. */
const MAX_PARAM_LENGTH = 1_000;

interface CallTable {
  /** Sets `req.call`. Mounted before all other middleware, which depends on it. */
  match: RequestHandler;
  /** Handles the request by its call; passes it on when no call matches. */
  answer: RequestHandler;
}

/**
 * Creates the router of all API calls: a radix tree, whose matching time depends on the length of the path,
 * not on the number of calls.
 *
 * @throws Error for two calls with the same method and path
 */
export function createCallTable(calls: readonly AnsweredCall[]): CallTable {
  const table = findMyWay({
    caseSensitive: false,
    ignoreTrailingSlash: true,
    maxParamLength: MAX_PARAM_LENGTH,
    // Express parses the query.
    querystringParser: () => ({}),
  });
  for (const call of calls) table.on(call.endpoint.method, call.endpoint.path, () => {}, call);

  return {
    match(req, _res, next) {
      const found = table.find(methodOf(req.method), req.originalUrl);
      if (found) req.call = { ...found.store, params: found.params };
      next();
    },
    answer(req, res, next) {
      if (!req.call) return next();
      req.params = req.call.params;
      return req.call.answer(req, res, next);
    },
  };
}

/** Maps HEAD to GET; Node omits the body. Unknown methods match no call. */
const methodOf = (method: string) => (method === 'HEAD' ? 'GET' : method) as findMyWay.HTTPMethod;

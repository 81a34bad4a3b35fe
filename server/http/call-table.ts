import type { RequestHandler } from 'express';
import findMyWay from 'find-my-way';
import type { Endpoint } from '#common/endpoint.ts';

/** A call of the API, and what answers it. */
export interface AnsweredCall {
  endpoint: Endpoint;
  answer: RequestHandler;
}

declare global {
  namespace Express {
    interface Request {
      /** The call that this request is for, with its parameters, decoded; undefined where there is none. */
      call?: AnsweredCall & { params: Record<string, string> };
    }
  }
}

/** Parameters longer than that name nothing of ours. */
const MAX_PARAM_LENGTH = 1_000;

interface CallTable {
  /** Finds the call that a request is for, before anything else is done for it: what it needs depends on that. */
  match: RequestHandler;
  /** Has it answered; goes on where there is no such call. */
  answer: RequestHandler;
}

/**
 * All calls of the API by method and path, in one tree: finding one of them takes as long as its path is, however many there are.
 *
 * @throws for two calls of the same method and path
 */
export function createCallTable(calls: readonly AnsweredCall[]): CallTable {
  const table = findMyWay({
    caseSensitive: false,
    ignoreTrailingSlash: true,
    maxParamLength: MAX_PARAM_LENGTH,
    // Express reads the query.
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

/** HEAD is answered like GET: Node leaves out the body. Of methods that nobody knows, the table knows no call. */
const methodOf = (method: string) => (method === 'HEAD' ? 'GET' : method) as findMyWay.HTTPMethod;

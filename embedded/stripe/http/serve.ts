import { setTimeout as delay } from 'node:timers/promises';
import type { Request, RequestHandler } from 'express';
import { type Faults, outage } from '../control/faults.ts';
import { API_VERSION } from '../events/api-version.ts';
import { newId } from '../store/new-id.ts';
import type { Books, Store } from '../store/store.ts';
import { ApiError, ParameterError } from './api-error.ts';
import { authenticate, requireSecretKey } from './authenticate.ts';
import { expand } from './expand.ts';
import { hashRequest, keyInUse, runOnce } from './idempotency.ts';
import type { Call, Operation } from './operation.ts';
import { type FormValue, parseForm } from './parse-form.ts';
import { type Reply, refusalReply } from './reply.ts';

/** Who may call an operation. A browser's key is left to the operation, which asks for the client secret. */
export interface Access {
  isForBrowsers: boolean;
}

/** Turns operations into request handlers that speak Stripe's HTTP: keys, forms, expansion, idempotency, faults. */
export function createServe(store: Store, faults: Faults) {
  const keysInUse = new Set<string>();

  return (operation: Operation, access: Access = { isForBrowsers: false }): RequestHandler =>
    async (req, res) => {
      const mark = { id: newId('req', 14), idempotency_key: req.get('idempotency-key') ?? null };
      res.set({ 'request-id': mark.id, 'stripe-version': req.get('stripe-version') ?? API_VERSION });
      let caller: Call['caller'] = 'publishable';

      try {
        caller = authenticate(req.get('authorization'));
        if (!access.isForBrowsers) requireSecretKey(caller);
        // A browser's request may hold a card number, of which not even a hash is to be kept.
        const key = req.method === 'POST' && caller === 'secret' ? mark.idempotency_key : null;
        if (key !== null) {
          res.set('idempotency-key', key);
          claim(key);
          res.once('close', () => keysInUse.delete(key));
        }

        const fault = faults.take(req.path);
        if (fault?.delayMs) await delay(fault.delayMs);
        if (fault?.outcome === 500 || fault?.outcome === 409) throw outage(fault.outcome);

        const run = (books: Books) => runOperation(operation, books, req, caller);
        const { status, body, originalRequest } =
          key === null
            ? { ...store.transact(mark, run), originalRequest: undefined }
            : runOnce(store, mark, { key, requestHash: hashRequest(req.method, req.path, textOf(req)) }, run);
        if (originalRequest) res.set({ 'idempotent-replayed': 'true', 'original-request': originalRequest });
        if (fault?.outcome !== 'timeout') res.status(status).json(body);
      } catch (error) {
        const { status, body } = refusalReply(error, caller);
        res.status(status).json(body);
      }
    };

  function claim(key: string): void {
    if (key.length > 255) throw new ParameterError('Idempotency keys can have up to 255 characters.');
    if (keysInUse.has(key)) throw keyInUse(key);
    keysInUse.add(key);
  }
}

function runOperation(operation: Operation, books: Books, req: Request, caller: Call['caller']): Reply {
  const { expand: paths, ...params } = parseForm(textOf(req));
  const { id } = req.params;
  const result = operation({ books, id: typeof id === 'string' ? id : '', params, caller });
  if (result instanceof ApiError) return refusalReply(result, caller);
  return { status: 200, body: expand(books, result, pathsOf(paths)) };
}

/** The parameters of a request, still encoded: the body of a POST, the query of a GET. */
function textOf(req: Request): string {
  if (req.method === 'POST') return typeof req.body === 'string' ? req.body : '';
  return req.url.split('?')[1] ?? '';
}

function pathsOf(value: FormValue | undefined): string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new ParameterError('Invalid array', undefined, 'expand');
  return value.filter((path) => typeof path === 'string');
}

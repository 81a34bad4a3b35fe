import { setTimeout as delay } from 'node:timers/promises';
import type { Request, RequestHandler } from 'express';
import { type Faults, faultError, insufficientBalance } from '../control.ts';
import { API_VERSION } from '../events/events.ts';
import { newId } from '../store/tables.ts';
import type { Store, Transaction } from '../store/transactions.ts';
import { authenticate, requireSecretKey } from './authenticate.ts';
import { hashRequest, keyInUse, runIdempotent } from './idempotency.ts';
import { ApiError, type Call, type Operation, ParameterError } from './operation.ts';
import { type FormValue, parseForm } from './params.ts';
import { errorReply, expand, type Reply } from './reply.ts';

/** `isForBrowsers` allows publishable keys. The operation must then check the client secret. */
interface Access {
  isForBrowsers: boolean;
}

/**
 * Converts operations into request handlers with the behavior common to Stripe's API: API keys, forms,
 * `expand`, idempotency keys, request ids and error replies. Applies the faults set by tests.
 */
export function createOperationHandler(store: Store, faults: Faults) {
  const keysInUse = new Set<string>();

  return (operation: Operation, access: Access = { isForBrowsers: false }): RequestHandler =>
    async (req, res) => {
      const request = { id: newId('req', 14), idempotency_key: req.get('idempotency-key') ?? null };
      res.set({ 'request-id': request.id, 'stripe-version': req.get('stripe-version') ?? API_VERSION });
      let caller: Call['caller'] = 'publishable';

      try {
        caller = authenticate(req.get('authorization'));
        if (!access.isForBrowsers) requireSecretKey(caller);
        // Ignored for browsers: their requests may contain a card number, of which not even a hash may be
        // stored.
        const key = req.method === 'POST' && caller === 'secret' ? request.idempotency_key : null;
        if (key !== null) {
          res.set('idempotency-key', key);
          claimKey(key);
          res.once('close', () => keysInUse.delete(key));
        }

        const fault = faults.take(req.method, req.path);
        if (fault?.delayMs) await delay(fault.delayMs);
        if (fault?.outcome === 500 || fault?.outcome === 409) throw faultError(fault.outcome);

        const executed = fault?.outcome === 'insufficient_balance' ? insufficientBalance : operation;
        const run = (tx: Transaction) => runOperation(executed, tx, req, caller);
        const { status, body, originalRequest } =
          key === null
            ? { ...store.transact(request, run), originalRequest: undefined }
            : runIdempotent(store, request, { key, requestHash: hashOf(req) }, run);
        if (originalRequest) res.set({ 'idempotent-replayed': 'true', 'original-request': originalRequest });
        if (fault?.outcome !== 'timeout') res.status(status).json(body);
      } catch (error) {
        const { status, body } = errorReply(error, caller);
        res.status(status).json(body);
      }
    };

  function claimKey(key: string): void {
    if (key.length > 255) throw new ParameterError('Idempotency keys can have up to 255 characters.');
    if (keysInUse.has(key)) throw keyInUse(key);
    keysInUse.add(key);
  }
}

function runOperation(operation: Operation, tx: Transaction, req: Request, caller: Call['caller']): Reply {
  const { expand: paths, ...params } = parseForm(encodedParams(req));
  const { id } = req.params;
  const result = operation({ tx, id: typeof id === 'string' ? id : '', params, caller });
  if (result instanceof ApiError) return errorReply(result, caller);
  return { status: 200, body: expand(tx, result, expandPaths(paths)) };
}

function hashOf(req: Request): string {
  return hashRequest(req.method, req.path, encodedParams(req));
}

/** Returns the form-encoded parameters: the body of a POST, the query of a GET. */
function encodedParams(req: Request): string {
  if (req.method === 'POST') return typeof req.body === 'string' ? req.body : '';
  return req.url.split('?')[1] ?? '';
}

function expandPaths(value: FormValue | undefined): string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new ParameterError('Invalid array', undefined, 'expand');
  return value.filter((path) => typeof path === 'string');
}

import { type Request, Router } from 'express';
import * as z from 'zod/mini';
import { DEFAULT_BEHAVIOR, type WebhookSender } from './events/webhook-sender.ts';
import { authenticate, requireSecretKey } from './http/authenticate.ts';
import { ApiError, ParameterError } from './http/operation.ts';
import type { Store } from './store/transactions.ts';

/** What the control routes operate on. */
interface ControlParts {
  store: Store;
  faults: Faults;
  webhooks: WebhookSender;
}

/**
 * Creates the routes `/sim/control/*` for tests (JSON, secret key only): `webhooks` configures deliveries,
 * `faults` makes the next requests fail, `clock` moves the time forward, `reset` deletes all data.
 */
export function createControlRoutes({ store, faults, webhooks }: ControlParts): Router {
  const routes = Router();
  routes.use((req, _res, next) => {
    requireSecretKey(authenticate(req.get('authorization')));
    next();
  });

  routes.post('/webhooks', (req, res) => {
    res.json(webhooks.configure(parseBody(webhooksRequest, req)));
  });
  routes.post('/faults', (req, res) => {
    faults.add(parseBody(faultRequest, req));
    res.json({});
  });
  routes.post('/clock', (req, res) => {
    store.advanceClock(parseBody(clockRequest, req).advanceSeconds);
    res.json({ now: Math.floor(store.now() / 1000) });
  });
  routes.post('/reset', (_req, res) => {
    faults.clear();
    webhooks.configure(DEFAULT_BEHAVIOR);
    store.reset();
    res.json({});
  });
  return routes;
}

const count = z.int().check(z.minimum(0));

const webhooksRequest = z.strictObject({
  isPaused: z.optional(z.boolean()),
  copies: z.optional(count.check(z.minimum(1))),
  delayMs: z.optional(count),
  jitterMs: z.optional(count),
});

const faultRequest = z.strictObject({
  path: z.optional(z.string()),
  times: z._default(count.check(z.minimum(1)), 1),
  outcome: z.optional(z.literal([500, 409, 'timeout', 'insufficient_balance'])),
  delayMs: z.optional(count),
});

const clockRequest = z.strictObject({ advanceSeconds: count });

function parseBody<S extends z.ZodMiniType>(schema: S, req: Request): z.output<S> {
  let json: unknown;
  try {
    json = JSON.parse(req.body);
  } catch {
    throw new ParameterError('The body of a control request is JSON.');
  }
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  throw new ParameterError(z.prettifyError(result.error));
}

/** A failure injected into the next requests. */
interface Fault {
  /** Applies only to paths with this prefix; to all if absent. */
  path?: string;
  /** Number of requests that it applies to. */
  times: number;
  /**
   * 500 or 409: fails before the operation runs. 'timeout': the operation runs, but no reply is sent.
   * 'insufficient_balance': refuses a POST, such as a refund, and saves the error under its idempotency key.
   */
  outcome?: 500 | 409 | 'timeout' | 'insufficient_balance';
  /** Delay before the request is processed, with its idempotency key in use. */
  delayMs?: number;
}

/** The active faults. In memory only. */
export interface Faults {
  add(fault: Fault): void;
  /** Returns the fault for a request, if any, and decrements its `times`. */
  take(method: string, path: string): Fault | undefined;
  clear(): void;
}

/** Creates an empty list of faults. */
export function createFaults(): Faults {
  let active: Fault[] = [];
  return {
    add: (fault) => active.push(fault),
    take(method, path) {
      const fault = active.find(
        (each) =>
          path.startsWith(each.path ?? '') && (method === 'POST' || each.outcome !== 'insufficient_balance'),
      );
      if (fault) {
        fault.times -= 1;
        active = active.filter((candidate) => candidate.times > 0);
      }
      return fault;
    },
    clear() {
      active = [];
    },
  };
}

/** Creates the error of a refund beyond the account's balance, which has neither code nor parameter. */
export const insufficientBalance = (): ApiError =>
  new ApiError(400, {
    type: 'invalid_request_error',
    message: 'Insufficient funds in your Stripe balance to refund this amount.',
  });

/** Creates the error of a 500 or 409 fault. */
export function faultError(status: 500 | 409): ApiError {
  if (status === 500) return new ApiError(500, { type: 'api_error', message: 'An unknown error occurred.' });
  return new ApiError(409, {
    type: 'invalid_request_error',
    code: 'lock_timeout',
    message:
      'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request.',
  });
}

import { type Request, Router } from 'express';
import * as z from 'zod/mini';
import { ORDINARY, type WebhookSender } from '../events/webhook-sender.ts';
import { ParameterError } from '../http/api-error.ts';
import { authenticate, requireSecretKey } from '../http/authenticate.ts';
import type { Store } from '../store/store.ts';
import type { Faults } from './faults.ts';

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
  outcome: z.optional(z.union([z.literal(500), z.literal(409), z.literal('timeout')])),
  delayMs: z.optional(count),
});

const clockRequest = z.strictObject({ advanceSeconds: count });

/** What the control routes take hold of. */
export interface Controlled {
  store: Store;
  faults: Faults;
  webhooks: WebhookSender;
}

/**
 * `/sim/control/*`, JSON, secret key only: how tests make the provider misbehave. `webhooks` and `faults` change
 * what comes next, `clock` moves time forward, `reset` forgets everything.
 */
export function createControlRoutes({ store, faults, webhooks }: Controlled): Router {
  const routes = Router();
  routes.use((req, _res, next) => {
    requireSecretKey(authenticate(req.get('authorization')));
    next();
  });

  routes.post('/webhooks', (req, res) => {
    res.json(webhooks.behave(read(webhooksRequest, req)));
  });
  routes.post('/faults', (req, res) => {
    faults.add(read(faultRequest, req));
    res.json({});
  });
  routes.post('/clock', (req, res) => {
    store.advanceClock(read(clockRequest, req).advanceSeconds);
    res.json({ now: Math.floor(store.now() / 1000) });
  });
  routes.post('/reset', (_req, res) => {
    faults.clear();
    webhooks.behave(ORDINARY);
    store.reset();
    res.json({});
  });
  return routes;
}

function read<S extends z.ZodMiniType>(schema: S, req: Request): z.output<S> {
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

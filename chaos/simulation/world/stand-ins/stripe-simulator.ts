import { createApp } from '#embedded/stripe/app.ts';
import { createFaults } from '#embedded/stripe/control.ts';
import { startWebhookSender, type WebhookSender } from '#embedded/stripe/events/webhook-sender.ts';
import { openStore, type Store } from '#embedded/stripe/store/transactions.ts';
import { env } from '#server/env.ts';
import { world } from '../the-world.ts';
import { dispatchToApp } from './http-in-process.ts';

/** The Stripe simulator in this process: its store, and the sender of its webhooks. */
export interface SimulatedProvider {
  store: Store;
  webhooks: WebhookSender;
  /** Returns the id of the newest dispute over one of these payments; null if there is none. */
  disputeOver: (paymentIntentIds: readonly (string | null)[]) => string | null;
}

/** Opens the simulator with its own code, except for the network. */
export function openStripe(): SimulatedProvider {
  const url = 'http://simulated/api/webhooks/stripe';
  const store = openStore(null, [url]);
  const webhooks = startWebhookSender(store, env.STRIPE_WEBHOOK_SECRET);
  const app = createApp({
    store,
    faults: createFaults(),
    webhooks,
    standInScript: () => Promise.resolve(''),
    origin: () => 'http://simulated',
  });
  world().onStripeRequest = (request) =>
    world()
      .scheduler.request(request.method !== 'GET', () => dispatchToApp(app, request))
      .then((reply) => reply);
  Object.assign(globalThis, {
    fetch: async (_url: string, { body, headers }: { body: string; headers: Record<string, string> }) => ({
      ok: await world().onWebhook(body, headers),
      body: null,
    }),
  });
  const disputeOver = (payments: readonly (string | null)[]) =>
    store
      .transact(null, (tx) => tx.list('disputes'))
      .findLast(({ payment_intent }) => payments.includes(`${payment_intent}`))?.id ?? null;
  return { store, webhooks, disputeOver };
}

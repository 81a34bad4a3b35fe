import { readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';
import { env } from '../env.ts';
import { stripe } from '../infra/stripe.ts';
import { PAYABLES } from '../payables.ts';
import { examineStripe, WEBHOOK_EVENTS } from './examine-stripe.ts';

const former = { ...env };

beforeEach(() => {
  Object.assign(env, {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_SIMULATOR_URL: '',
    PUBLIC_URL: 'https://marquee.example',
  });
  return () => {
    vi.restoreAllMocks();
    Object.assign(env, former);
  };
});

/** Returns the findings if Stripe has our webhook endpoint with these events. */
async function findingsWith(events: readonly string[]): Promise<string[]> {
  vi.spyOn(stripe.events, 'list').mockResolvedValue({ data: [] } as never);
  const url = 'https://marquee.example/api/webhooks/stripe';
  const endpoint = { url, status: 'enabled', enabled_events: events };
  vi.spyOn(stripe.webhookEndpoints, 'list').mockResolvedValue({ data: [endpoint] } as never);
  const found: string[] = [];
  for await (const { state, text } of examineStripe()) found.push(`${state}: ${text}`);
  return found;
}

test.each([[WEBHOOK_EVENTS], [['*']]])('a webhook endpoint with every event is well: %j', async (events) => {
  expect(await findingsWith(events)).toEqual([
    'well: It takes test cards alone, by its key.',
    'well: It calls https://marquee.example/api/webhooks/stripe.',
  ]);
});

test('a webhook endpoint without some of the events is a warning that names them', async () => {
  const events = WEBHOOK_EVENTS.filter((type) => !/^refund\./.test(type));

  expect(await findingsWith(events)).toContain(
    'warning: It calls https://marquee.example/api/webhooks/stripe, but not for refund.failed, refund.updated: what they report is noticed by reconciliation, up to an hour later.',
  );
});

test('the webhook endpoint needs every event that something to be paid waits for', () => {
  const awaited = PAYABLES.flatMap(({ eventTypes }) => eventTypes);

  expect(awaited.filter((type) => !WEBHOOK_EVENTS.includes(type))).toEqual([]);
});

test('.env.example names the events of the webhook endpoint', () => {
  const [, named = ''] =
    /with the events ([^\n]*(?:\n# .*)*?)\.\nSTRIPE_WEBHOOK_SECRET/.exec(
      readFileSync('.env.example', 'utf8'),
    ) ?? [];

  expect(named.split(/, | and |,?\n# /).toSorted()).toEqual([...WEBHOOK_EVENTS].toSorted());
});

test.each([
  ['sk_live_1', 'pk_test_1'],
  ['sk_test_1', 'pk_live_1'],
  ['rk_live_1', 'pk_test_1'],
])('the keys %s and %s are of different modes, which is a fault', async (secret, publishable) => {
  Object.assign(env, { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable });

  expect(await findingsWith(WEBHOOK_EVENTS)).toContain(
    'fault: STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are not of the same mode: nobody can pay.',
  );
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { schemaErrors } from './reply-schema.ts';
import { startTestSimulator, type TestSimulator } from './start-test-simulator.ts';

let simulator: TestSimulator;
beforeAll(async () => {
  simulator = await startTestSimulator();
});
afterAll(() => simulator.close());

const plain = (body: unknown) => JSON.parse(JSON.stringify(body));

/** Returns the wire format of a paid intent with expanded charge and payment method. */
const buildIntent = async () =>
  plain(
    await simulator.stripe.paymentIntents.create({
      amount: 5_000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
      expand: ['latest_charge', 'payment_method'],
    }),
  );

test('every reply to a test’s client is recorded as received, and is valid', async () => {
  const bodies: unknown[] = [];
  simulator.stripe.on('response', ({ body }: { body: unknown }) => bodies.push(body));
  const intent = await simulator.stripe.paymentIntents.create({ amount: 5_000, currency: 'usd' });
  expect(bodies).toEqual([plain(intent)]);
  expect(schemaErrors(plain(intent))).toEqual([]);
});

test('an invalid reply fails the test that received it when its simulator is closed', async () => {
  const other = await startTestSimulator();
  await other.stripe.rawRequest('GET', '/healthz');
  await expect(other.close()).rejects.toThrow('GET /healthz: /object no schema');
});

test.each([
  [
    'a missing key',
    ({ client_secret, ...rest }: object & { client_secret?: string }) => rest,
    'client_secret',
  ],
  ['a misspelt key', (intent: object) => ({ ...intent, clientSecret: 'x' }), 'clientSecret'],
  ['a value of another type', (intent: object) => ({ ...intent, amount: '5000' }), '/amount must be integer'],
  ['a fraction of a cent', (intent: object) => ({ ...intent, amount: 50.5 }), '/amount must be integer'],
  ['null where there is always a value', (intent: object) => ({ ...intent, metadata: null }), '/metadata'],
  ['an unknown status', (intent: object) => ({ ...intent, status: 'paid' }), '/status'],
  ['the id of another kind', (intent: object) => ({ ...intent, id: 're_1' }), '/id'],
  [
    'a reference of another kind',
    (intent: object) => ({ ...intent, latest_charge: 're_1' }),
    '/latest_charge',
  ],
  ['an instant in milliseconds', (intent: object) => ({ ...intent, created: Date.now() }), '/created'],
  ['a live object', (intent: object) => ({ ...intent, livemode: true }), '/livemode'],
  ['another kind of object', (intent: object) => ({ ...intent, object: 'customer' }), 'customer'],
])('%s is a schema violation', async (_what, spoil, expected) => {
  const intent = await buildIntent();
  expect(schemaErrors(intent)).toEqual([]);
  expect(schemaErrors(spoil(intent)).join('\n')).toContain(expected);
});

test('expanded objects are validated as strictly as the reply they are in', async () => {
  const intent = await buildIntent();
  const { outcome, ...charge } = intent.latest_charge;
  const card = { ...intent.payment_method.card, last4: '4242424242424242' };
  expect(schemaErrors({ ...intent, latest_charge: charge }).join()).toContain('outcome');
  expect(schemaErrors({ ...intent, payment_method: { ...intent.payment_method, card } }).join()).toContain(
    '/payment_method/card/last4',
  );
});

test('an event must hold the kind of object that its type names', async () => {
  await buildIntent();
  const list = plain(await simulator.stripe.events.list({ limit: 1 }));
  const [event] = list.data;
  expect(event.type).toBe('payment_intent.succeeded');
  expect(schemaErrors(event)).toEqual([]);
  expect(schemaErrors({ ...event, type: 'charge.succeeded' }).join()).toContain('/data/object');
  expect(schemaErrors({ ...event, type: 'payment_intent.paid' }).join()).toContain('/type');
  expect(schemaErrors({ ...event, api_version: '2020-01-01' }).join()).toContain('/api_version');
  expect(schemaErrors({ ...list, data: [event.data.object] }).join()).toContain('/data/0/object');
  expect(schemaErrors({ ...list, url: '/v1/customers' })).not.toEqual([]);
});

test('an error reply is validated with the intent in it', async () => {
  const { last_payment_error, ...intent } = await buildIntent();
  const error = { type: 'card_error', message: 'Your card was declined.', code: 'card_declined' };
  expect(schemaErrors({ error })).toEqual([]);
  expect(schemaErrors({ error: { ...error, type: 'declined' } }).join()).toContain('/error/type');
  expect(schemaErrors({ error: { ...error, doc_url: 'https://example.com' } }).join()).toContain(
    '/error/doc_url',
  );
  expect(schemaErrors({ error: { ...error, payment_intent: intent } }).join()).toContain(
    '/error/payment_intent',
  );
});

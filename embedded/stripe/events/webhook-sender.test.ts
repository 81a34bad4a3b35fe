import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { schemaErrors } from '../testing/reply-schema.ts';
import { LARGE_METADATA, mountSmallDisk } from '../testing/small-disk.ts';
import { startTestSimulator, type TestSimulator } from '../testing/start-test-simulator.ts';

/** Starts a webhook endpoint that replies with the statuses in `answers`, then 200, and records requests. */
async function startReceiver() {
  const received: { body: string; headers: IncomingHttpHeaders }[] = [];
  const answers: number[] = [];
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    received.push({ body, headers: req.headers });
    const status = answers.shift() ?? 200;
    res.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end();
    server.emit('received');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    answers,
    types: () => received.map(({ body }) => JSON.parse(body).type),
    async until(count: number) {
      while (received.length < count) await once(server, 'received', { signal: AbortSignal.timeout(8_000) });
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let simulator: TestSimulator;

beforeEach(async () => {
  receiver = await startReceiver();
  simulator = await startTestSimulator({ webhookUrls: [receiver.url] });
});
afterEach(async () => {
  await simulator.close();
  receiver.close();
});

const pay = () =>
  simulator.stripe.paymentIntents.create({
    amount: 5_000,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
  });

const create = () => simulator.stripe.paymentIntents.create({ amount: 5_000, currency: 'usd' });

/** Returns the number of unacknowledged webhooks of each event. */
const pendingWebhooks = async () =>
  (await simulator.stripe.events.list()).data.map(({ pending_webhooks }) => pending_webhooks);

/** Parses an event with the official client, which checks signature and age. */
const verified = ({ body, headers }: { body: string; headers: IncomingHttpHeaders }): Stripe.Event =>
  simulator.stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), 'whsec_test');

test('each event of a payment is delivered with a signature, a snapshot and its request', async () => {
  const intent = await pay();
  await receiver.until(3);

  const events = receiver.received.map(verified);
  expect(events.map(({ type }) => type).toSorted()).toEqual([
    'charge.succeeded',
    'payment_intent.created',
    'payment_intent.succeeded',
  ]);
  for (const { body } of receiver.received) {
    const event = JSON.parse(body);
    expect(event.object).toBe('event');
    expect(schemaErrors(event)).toEqual([]);
  }
  const created = events.find(({ type }) => type === 'payment_intent.created');
  expect(created).toMatchObject({
    data: { object: { id: intent.id, status: 'requires_payment_method' } },
    request: { id: intent.lastResponse.requestId, idempotency_key: expect.any(String) },
  });
  await expect.poll(pendingWebhooks).toEqual([0, 0, 0]);
});

test('verifying a webhook with another secret fails', async () => {
  await create();
  await receiver.until(1);
  const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
  expect(() =>
    simulator.stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), 'whsec_other'),
  ).toThrow();
});

test.each([500, 302, 404])('an event answered with %i is retried with a new signature', async (status) => {
  receiver.answers.push(status);
  await create();
  await receiver.until(1);
  expect(await pendingWebhooks()).toEqual([1]);

  await receiver.until(2);

  const [first, second] = receiver.received.map(verified);
  expect(second?.id).toBe(first?.id);
  expect(receiver.received[1]?.headers['stripe-signature']).not.toBe(
    receiver.received[0]?.headers['stripe-signature'],
  );
});

test('advancing the clock makes retries due', async () => {
  receiver.answers.push(500, 500);
  await create();
  await receiver.until(2);
  // The third attempt would be due five seconds later.
  await simulator.control('clock', { advanceSeconds: 6 });
  await receiver.until(3);
});

test('events can be delivered more than once', async () => {
  await simulator.control('webhooks', { copies: 3 });
  await create();
  await receiver.until(3);
  expect(new Set(receiver.received.map((each) => verified(each).id)).size).toBe(1);
});

test('paused webhooks are sent when resumed', async () => {
  await simulator.control('webhooks', { isPaused: true });
  await pay();
  expect(await pendingWebhooks()).toEqual([1, 1, 1]);

  // Each of them is sent twice, so none was sent before.
  await simulator.control('webhooks', { isPaused: false, copies: 2 });
  await receiver.until(6);
});

test('webhooks can be delayed', async () => {
  await simulator.control('webhooks', { delayMs: 3_600_000 });
  const first = await create();
  expect(await pendingWebhooks()).toEqual([1]);
  await simulator.control('webhooks', { delayMs: 0 });
  const second = await create();
  await receiver.until(1);

  await simulator.control('clock', { advanceSeconds: 3_600 });
  await receiver.until(2);

  const ids = receiver.received.map(({ body }) => JSON.parse(body).data.object.id);
  expect(ids).toEqual([second.id, first.id]);
});

test('webhooks can be reordered', async () => {
  await simulator.control('webhooks', { isPaused: true, jitterMs: 3_600_000 });
  await pay();
  const random = vi.spyOn(Math, 'random');
  onTestFinished(() => random.mockRestore());
  // The events become due after 54, 30 and 6 minutes.
  for (const share of [0.9, 0.5, 0.1]) random.mockReturnValueOnce(share);
  await simulator.control('webhooks', { isPaused: false });

  for (const count of [1, 2, 3]) {
    await simulator.control('clock', { advanceSeconds: 20 * 60 });
    await receiver.until(count);
  }

  const { data } = await simulator.stripe.events.list();
  const newestFirst = data.map(({ type }) => type);
  expect(receiver.types()).toEqual(newestFirst);
});

test('events are filtered by type and creation time', async () => {
  await pay();
  await simulator.control('clock', { advanceSeconds: 60 });
  const later = await pay();

  const types = ['charge.succeeded', 'payment_intent.succeeded'];
  const since = await simulator.stripe.events.list({ types, created: { gte: later.created } });

  expect(since.data.map(({ type }) => type)).toEqual(types.toReversed());
  expect((await simulator.stripe.events.list({ types })).data).toHaveLength(4);
});

test('a reset deletes all data and pending webhooks', async () => {
  await simulator.control('webhooks', { isPaused: true });
  await create();
  await simulator.control('reset');
  await create();
  await receiver.until(1);
  expect(receiver.types()).toEqual(['payment_intent.created']);
  expect((await simulator.stripe.paymentIntents.list()).data).toHaveLength(1);
});

test('a delivery that a full disk cannot record is recorded once there is room, and not sent again', async (context) => {
  const disk = mountSmallDisk();
  if (!disk) return context.skip('mounting takes a superuser');
  const log = vi.spyOn(console, 'error');
  onTestFinished(() => log.mockRestore());
  const logged = new Promise<string>((resolve) => log.mockImplementation(resolve));
  await simulator.close();
  simulator = await startTestSimulator({ webhookUrls: [receiver.url], directory: disk.directory });
  await simulator.control('webhooks', { isPaused: true });
  await simulator.stripe.paymentIntents.create({ amount: 5_000, currency: 'usd', metadata: LARGE_METADATA });
  disk.fill();

  await simulator.control('webhooks', { isPaused: false });

  expect(await logged).toContain('the disk is full');
  expect(await pendingWebhooks()).toEqual([1]);
  disk.free();
  await expect.poll(pendingWebhooks).toEqual([0]);
  expect(receiver.received).toHaveLength(1);
});

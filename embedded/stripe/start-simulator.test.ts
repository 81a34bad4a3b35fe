import { expect, onTestFinished, test, vi } from 'vitest';
import { readOptions } from './start-simulator.ts';
import { LARGE_METADATA, mountSmallDisk } from './testing/small-disk.ts';
import { refused, startTestSimulator } from './testing/start-test-simulator.ts';

test('arguments override the environment', () => {
  const args = [
    '--port',
    '4010',
    '--dir',
    '/tmp/s',
    '--webhook-url',
    'http://a/',
    '--webhook-url',
    'http://b/',
  ];
  expect(readOptions(args, { WEBHOOK_URL: 'http://c/', WEBHOOK_SECRET: 'whsec_x' })).toEqual({
    port: 4010,
    directory: '/tmp/s',
    webhookUrls: ['http://a/', 'http://b/'],
    webhookSecret: 'whsec_x',
    standInPath: undefined,
  });
});

test('without arguments the simulator uses memory and any free port', () => {
  expect(readOptions([], { WEBHOOK_URL: 'http://a/,http://b/' })).toMatchObject({
    port: 0,
    directory: null,
    webhookUrls: ['http://a/', 'http://b/'],
  });
});

test.each([
  [{ NODE_ENV: 'production' }, [], 'only with STRIPE_SIMULATOR=1'],
  [{ STRIPE_SECRET_KEY: 'sk_live_x' }, [], 'does not start beside a live key'],
  [{}, ['--port', 'x'], 'Invalid port'],
  [{}, ['--webhook-url', 'x'], 'Invalid webhook address'],
])('the simulator does not start with the environment %j and the arguments %j', (env, args, message) => {
  expect(() => readOptions(args, env)).toThrow(message);
});

test('the simulator starts in production with STRIPE_SIMULATOR=1', () => {
  expect(readOptions([], { NODE_ENV: 'production', STRIPE_SIMULATOR: '1' })).toMatchObject({ port: 0 });
});

test('on a full disk writes get a 500 but reads work, also after a restart, until there is room again', async (context) => {
  const disk = mountSmallDisk();
  if (!disk) return context.skip('mounting takes a superuser');
  const log = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  const start = async () => {
    const started = await startTestSimulator({ directory: disk.directory });
    onTestFinished(() => started.close().catch(() => {}));
    return started;
  };
  const first = await start();
  const { stripe } = first;
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: 5_000, product_data: { name: 'Gift card' } },
      },
    ],
    metadata: LARGE_METADATA,
    success_url: 'http://localhost:3000/',
  });
  const pay = ({ stripe: client } = first) =>
    client.paymentIntents.create(
      { amount: 5_000, currency: 'usd', metadata: LARGE_METADATA },
      { idempotencyKey: 'ride:1:pi:1' },
    );
  disk.fill();

  expect(await refused(pay())).toMatchObject({ statusCode: 500, rawType: 'api_error' });
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ url: session.url });
  expect((await stripe.paymentIntents.list()).data).toEqual([]);
  await first.close();

  // Another port, which changes the URL of the session.
  const second = await start();
  expect(await refused(pay(second))).toMatchObject({ statusCode: 500, rawType: 'api_error' });
  const retrieve = async () => (await second.stripe.checkout.sessions.retrieve(session.id)).url;
  expect(await retrieve()).toBe(session.url);

  disk.free();
  await expect.poll(retrieve).toBe(`${second.url}/sim/checkout/${session.id}`);
  const paid = await pay(second);
  await second.close();
  const third = await start();
  expect(await third.stripe.paymentIntents.retrieve(paid.id)).toMatchObject({ amount: 5_000 });
});

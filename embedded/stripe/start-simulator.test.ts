import { expect, test } from 'vitest';
import { readOptions } from './start-simulator.ts';

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

test('without arguments it uses memory and any free port', () => {
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
])('%j %j does not start', (env, args, message) => {
  expect(() => readOptions(args, env)).toThrow(message);
});

test('in production it starts with STRIPE_SIMULATOR=1 only', () => {
  expect(readOptions([], { NODE_ENV: 'production', STRIPE_SIMULATOR: '1' })).toMatchObject({ port: 0 });
});

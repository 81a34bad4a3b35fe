import { expect, test } from 'vitest';
import { readEnv } from './env.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  SESSION_SECRET: 'a secret long enough to be one',
  GIFT_CARD_SECRET: 'another secret long enough',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

test('production starts on settings of its own', () => {
  expect(readEnv(PRODUCTION)).toMatchObject({ NODE_ENV: 'production', DEMO_MODE: false });
});

test.each(Object.keys(PRODUCTION).filter((name) => name !== 'NODE_ENV'))(
  'production does not start on the %s that stands in the sources',
  (name) => {
    expect(() => readEnv({ ...PRODUCTION, [name]: '' })).toThrow(`${name} must be set in production`);
  },
);

test.each([
  ['SESSION_SECRET', 'a development secret, not for production'],
  ['GIFT_CARD_SECRET', 'a development secret, not for production'],
  ['STRIPE_SECRET_KEY', 'sk_test_simulator'],
  ['STRIPE_PUBLISHABLE_KEY', 'pk_test_simulator'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_simulator'],
])('nor on it when somebody has copied it out of them: %s', (name, known) => {
  expect(() => readEnv({ ...PRODUCTION, [name]: known })).toThrow(`${name} must be set in production`);
});

test('production takes no money that the simulator says is paid', () => {
  expect(() => readEnv({ ...PRODUCTION, STRIPE_SIMULATOR_URL: 'http://127.0.0.1:12111' })).toThrow(
    'STRIPE_SIMULATOR_URL is refused in production',
  );
});

test('production is no demo', () => {
  expect(() => readEnv({ ...PRODUCTION, DEMO_MODE: 'true' })).toThrow('DEMO_MODE is refused in production');
});

test('elsewhere nothing needs to be set, and every problem is named at once', () => {
  expect(readEnv({}).PORT).toBe(3000);
  expect(() => readEnv({ PORT: 'http', LOG_LEVEL: 'loud' })).toThrow(/PORT .*; LOG_LEVEL /);
});

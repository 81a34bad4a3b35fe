import { expect, test } from 'vitest';
import { readEnv } from './env.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://marquee.example',
  SESSION_SECRET: 'WmY2c1R0b0F5d0pCcU1kS3hVZ1BzTDhoRTI0',
  GIFT_CARD_SECRET: 'q7Hn3vXk9ZtRb5LcYd2MwPf8JgSa6Te4UoNi',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

test('production starts with its own secrets and keys', () => {
  expect(readEnv(PRODUCTION)).toMatchObject({ NODE_ENV: 'production', DEMO_MODE: false });
});

test.each(Object.keys(PRODUCTION).filter((name) => /SECRET|KEY/.test(name)))(
  'production does not start without a %s',
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
])('production does not start with the development value of %s', (name, known) => {
  expect(() => readEnv({ ...PRODUCTION, [name]: known })).toThrow(`${name} must be set in production`);
});

test('production refuses the Stripe simulator', () => {
  expect(() => readEnv({ ...PRODUCTION, STRIPE_SIMULATOR_URL: 'http://127.0.0.1:12111' })).toThrow(
    'STRIPE_SIMULATOR_URL is refused in production',
  );
});

test('production refuses demo mode', () => {
  expect(() => readEnv({ ...PRODUCTION, DEMO_MODE: 'true' })).toThrow('DEMO_MODE is refused in production');
});

test.each([
  ['SESSION_SECRET', 'WmY2c1R0b0F5d0pCcU1kS3hVZ1BzTDh'],
  ['GIFT_CARD_SECRET', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
  ['METRICS_TOKEN', 'metrics'],
])('production refuses a %s that is easy to guess', (name, weak) => {
  expect(() => readEnv({ ...PRODUCTION, [name]: weak })).toThrow(`${name} is too weak for production`);
});

test('production refuses two secrets with the same value', () => {
  const { SESSION_SECRET } = PRODUCTION;
  expect(() => readEnv({ ...PRODUCTION, GIFT_CARD_SECRET: SESSION_SECRET })).toThrow(
    'SESSION_SECRET and GIFT_CARD_SECRET must not be the same',
  );
  expect(() => readEnv({ ...PRODUCTION, METRICS_TOKEN: SESSION_SECRET })).toThrow(
    'SESSION_SECRET and METRICS_TOKEN must not be the same',
  );
});

test.each(['http://marquee.example', ''])(
  'production refuses a PUBLIC_URL that is not https: "%s"',
  (PUBLIC_URL) => {
    expect(() => readEnv({ ...PRODUCTION, PUBLIC_URL })).toThrow('PUBLIC_URL must be an https address');
  },
);

test.each([
  ['sk_live_1', 'pk_test_1'],
  ['rk_test_1', 'pk_live_1'],
])('production refuses the keys %s and %s, which are of different modes', (secret, publishable) => {
  expect(() =>
    readEnv({ ...PRODUCTION, STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable }),
  ).toThrow('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be of the same mode');
});

test('every problem of production settings is reported at once, malformed settings included', () => {
  const faults = { PORT: 'http', SESSION_SECRET: '', METRICS_TOKEN: 'short', PUBLIC_URL: 'http://a.example' };

  expect(() => readEnv({ ...PRODUCTION, ...faults, DEMO_MODE: 'true' })).toThrow(
    /PORT .*; SESSION_SECRET must be set .*; METRICS_TOKEN is too weak .*; PUBLIC_URL must be .*; DEMO_MODE /,
  );
});

test('outside production no setting is required, and every malformed setting is reported at once', () => {
  expect(readEnv({}).PORT).toBe(3000);
  expect(() => readEnv({ PORT: 'http', LOG_LEVEL: 'loud' })).toThrow(/PORT .*; LOG_LEVEL /);
});

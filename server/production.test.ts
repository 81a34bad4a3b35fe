import { connect } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { visitor } from './testing/as.ts';
import { buildDispatcher, buildRider, passkeyOf, TEST_PASSWORD } from './testing/build-user.ts';
import { signInWithPasskey } from './testing/passkey-browser.ts';
import { setUpTestDatabase } from './testing/set-up-test-database.ts';
import { startProgram, type TestProgram } from './testing/start-program.ts';
import type { UserRecord } from './users/user-model.ts';

setUpTestDatabase();

const SITE = 'https://marquee.example';

/** What a browser sends through a balancer that speaks TLS. */
const HEADERS = { origin: SITE, 'x-forwarded-proto': 'https' };

let program: TestProgram;
let url = '';

beforeAll(async () => {
  program = await startProgram({
    command: process.execPath,
    args: ['--import', 'tsx', 'server/index.ts'],
    readyLine: /"port":(\d+),.*"msg":"server ready"/,
    env: {
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      PUBLIC_URL: SITE,
      SESSION_SECRET: 'WmY2c1R0b0F5d0pCcU1kS3hVZ1BzTDhoRTI0',
      GIFT_CARD_SECRET: 'q7Hn3vXk9ZtRb5LcYd2MwPf8JgSa6Te4UoNi',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_SIMULATOR_URL: '',
      METRICS_TOKEN: '',
      DRAIN_MS: '0',
    },
  });
  url = `http://127.0.0.1:${program.ready}`;
  return async () => {
    await program.end();
  };
}, 60_000);

async function signedIn(user: UserRecord) {
  const browser = visitor(url);
  const passkey = passkeyOf(user);
  const { status } = passkey
    ? await signInWithPasskey(browser.post, passkey, HEADERS)
    : await browser.post('/api/session', { email: user.email, password: TEST_PASSWORD }, HEADERS);
  expect(status).toBe(200);
  return browser;
}

test('the cookie is bound to this host and to TLS', async () => {
  const { email } = await buildRider();

  const { headers } = await visitor(url).post('/api/session', { email, password: TEST_PASSWORD }, HEADERS);

  // Another names the device.
  const cookie = headers.getSetCookie().find((line) => line.includes('-marquee='));
  expect(cookie).toMatch(/^__Host-marquee=.*; Path=\/;.*; HttpOnly; Secure; SameSite=Lax$/);
});

test.each(['/api/docs', '/api/openapi.json', '/api/asyncapi.json'])('%s is for staff', async (path) => {
  const [rider, dispatcher] = [await buildRider(), await buildDispatcher()];
  const replies = [
    await visitor(url).get(path, HEADERS),
    await (await signedIn(rider)).get(path, HEADERS),
    await (await signedIn(dispatcher)).get(path, HEADERS),
  ];

  expect(replies.map(({ status }) => status)).toEqual([401, 403, 200]);
});

test('it listens on the interface it was given, and on no other', async () => {
  const [here, elsewhere] = await Promise.all(
    ['127.0.0.1', '127.0.0.2'].map(
      (host) =>
        new Promise((resolve) => {
          const socket = connect({ host, port: Number(program.ready) }, () => {
            socket.destroy();
            resolve('connected');
          }).once('error', () => resolve('refused'));
        }),
    ),
  );

  expect(here).toBe('connected');
  if (process.platform === 'linux') expect(elsewhere).toBe('refused');
});

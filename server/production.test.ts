import { connect } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { visitor } from './testing/as.ts';
import { buildDispatcher, buildRider, TEST_PASSWORD } from './testing/build-user.ts';
import { setUpTestDatabase } from './testing/set-up-test-database.ts';
import { startProgram, type TestProgram } from './testing/start-program.ts';

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

async function signedIn(email: string) {
  const browser = visitor(url);
  const { status } = await browser.post('/api/session', { email, password: TEST_PASSWORD }, HEADERS);
  expect(status).toBe(200);
  return browser;
}

test.each(['/api/docs', '/api/openapi.json', '/api/asyncapi.json'])('%s is for staff', async (path) => {
  const [rider, dispatcher] = [await buildRider(), await buildDispatcher()];
  const replies = [
    await visitor(url).get(path, HEADERS),
    await (await signedIn(rider.email)).get(path, HEADERS),
    await (await signedIn(dispatcher.email)).get(path, HEADERS),
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

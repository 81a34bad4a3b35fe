import { connect } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { env } from './env.ts';
import { visitor } from './testing/as.ts';
import { buildDispatcher, buildRider, passkeyOf, TEST_PASSWORD } from './testing/build-user.ts';
import { signInWithPasskey } from './testing/passkey-browser.ts';
import { PRODUCTION_SETTINGS, PRODUCTION_SITE } from './testing/production-settings.ts';
import { argsOf } from './testing/programs.ts';
import { type Ended, runProgram } from './testing/run-program.ts';
import { setUpTestDatabase } from './testing/set-up-test-database.ts';
import { startProgram, type TestProgram } from './testing/start-program.ts';
import type { UserRecord } from './users/user-model.ts';

setUpTestDatabase();

/** Headers of a browser behind a load balancer that terminates TLS. */
const HEADERS = { origin: PRODUCTION_SITE, 'x-forwarded-proto': 'https' };

let program: TestProgram;
let url = '';

let early: Ended;

beforeAll(async () => {
  const notMigrated = new URL(env.MONGO_URL);
  notMigrated.pathname += '-not-migrated';
  early = await runProgram('server/index.ts', {
    ...PRODUCTION_SETTINGS,
    MONGO_URL: notMigrated.href,
  });
}, 60_000);

beforeAll(async () => {
  program = await startProgram({
    command: process.execPath,
    args: argsOf('server/index.ts'),
    readyLine: /"port":(\d+),.*"msg":"server ready"/,
    env: PRODUCTION_SETTINGS,
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

test('in production the server does not start on an unmigrated database, and says what to do', () => {
  expect(early.code).toBe(1);
  expect(early.said).toContain('run node dist/migrate.js first');
  expect(early.said).not.toContain('server ready');
});

test('in production the session cookie is bound to the host and to TLS', async () => {
  const { email } = await buildRider();

  const browser = visitor(url);
  const replies = [
    await browser.post('/api/session', { email, password: TEST_PASSWORD }, HEADERS),
    await browser.delete('/api/session', HEADERS),
  ];

  // Ignores the other cookie, which identifies the device.
  const cookies = replies.map(({ headers }) =>
    headers.getSetCookie().find((line) => line.includes('-marquee=')),
  );
  expect(cookies).toEqual([
    expect.stringMatching(/^__Host-marquee=s.*; Path=\/;.*; HttpOnly; Secure; SameSite=Lax$/),
    // Browsers only delete the cookie if name and attributes match.
    expect.stringMatching(
      /^__Host-marquee=; Path=\/; Expires=Thu, 01 Jan 1970.*; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ]);
});

test.each(['/api/docs', '/api/openapi.json', '/api/asyncapi.json'])(
  'in production %s is for staff only',
  async (path) => {
    const [rider, dispatcher] = [await buildRider(), await buildDispatcher()];
    const replies = [
      await visitor(url).get(path, HEADERS),
      await (await signedIn(rider)).get(path, HEADERS),
      await (await signedIn(dispatcher)).get(path, HEADERS),
    ];

    expect(replies.map(({ status }) => status)).toEqual([401, 403, 200]);
  },
);

test('in production the server listens on the configured interface only', async () => {
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

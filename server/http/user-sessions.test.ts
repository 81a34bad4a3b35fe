import { expect, test } from 'vitest';
import { sessionSchema } from '#common/users/user.ts';
import { redis, redisKey } from '../infra/redis.ts';
import { visitor } from '../testing/as.ts';
import { buildDriver, buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { readSessionList } from './session-list.ts';
import { endSessionOf, endSessionsOf, listSessions } from './user-sessions.ts';

setUpTestApp();

/**
 * Builds a browser where a rider signed in alongside a driver and signed out. @returns also its key and id
 */
async function buildLeftBrowser() {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const browser = visitor();
  for (const { email } of [rider, driver]) {
    await browser.post('/api/session', { email, password: TEST_PASSWORD, beside: true });
  }
  const [session] = await listSessions(rider.id, '');
  const [entry] = await readSessionList(rider.id);
  expect((await browser.delete('/api/session?role=rider')).status).toBe(204);
  const driverIn = async () => sessionSchema.parse((await browser.get('/api/session')).body).driver?.id;
  return { rider, driver, driverIn, key: session?.key ?? '', sessionId: entry?.sessionId ?? '' };
}

type LeftBrowser = Awaited<ReturnType<typeof buildLeftBrowser>>;

/** Lists the session for the rider again, as a concurrent request does that read it before the sign-out. */
const listAgain = ({ rider, sessionId }: LeftBrowser) =>
  redis.zadd(redisKey('sessions-of', rider.id), Date.now(), sessionId);

test('signing out of one role removes the session from that account’s session list only', async () => {
  const { rider, driver, sessionId } = await buildLeftBrowser();

  expect(await readSessionList(rider.id)).toEqual([]);
  expect(await readSessionList(driver.id)).toMatchObject([{ sessionId }]);
});

test('a session that an account has left is not shown to it and is removed from its stored list', async () => {
  const left = await buildLeftBrowser();
  await listAgain(left);

  expect(await listSessions(left.rider.id, '')).toEqual([]);

  expect(await readSessionList(left.rider.id)).toEqual([]);
  expect(await listSessions(left.driver.id, '')).toHaveLength(1);
});

test.each<[string, (left: LeftBrowser) => Promise<void>]>([
  ['who ends it by its key', ({ rider, key }) => endSessionOf(rider.id, key)],
  ['who ends all', ({ rider }) => endSessionsOf(rider.id)],
])(
  'ending a session that an account has left keeps the session’s other user signed in: %s',
  async (_how, end) => {
    const left = await buildLeftBrowser();
    await listAgain(left);

    await end(left);

    expect(await left.driverIn()).toBe(left.driver.id);
    expect(await readSessionList(left.rider.id)).toEqual([]);
  },
);

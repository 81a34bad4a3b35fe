import { once } from 'node:events';
import { request } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { accountSchema } from '#common/users/account.ts';
import { type Role, sessionSchema } from '#common/users/user.ts';
import { redis, redisKey } from '../infra/redis.ts';
import { as, visitor } from '../testing/as.ts';
import { buildRequest } from '../testing/build-ride.ts';
import { buildDriver, buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { requireOwnProcess } from '../testing/require-own-process.ts';
import { setUpTestApp, testAppUrl } from '../testing/set-up-test-app.ts';
import { travelTo } from '../testing/travel-to.ts';
import { extendDueSessions } from './session-list.ts';
import { OVERWRITE, TAKE } from './session-store.ts';

requireOwnProcess('an uptime that goes back');
setUpTestApp();

const DAY_SECONDS = 86_400;

/** Advances time by days, including the uptime that throttles session extensions. */
function passDays(days: number): void {
  const ms = days * DAY_SECONDS * 1_000;
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + ms);
  travelTo(Date.now() + ms);
}

test('a session expires after a week without requests, and after a month at the latest', async () => {
  const browser = as(await buildRider());
  await browser.signIn();
  const [, id] = /s%3A([\w-]+)\./.exec(browser.cookie) ?? [];
  const secondsLeft = () => redis.ttl(`session:${id}`);
  expect(await secondsLeft()).toBeGreaterThan(7 * DAY_SECONDS - 60);

  await redis.expire(`session:${id}`, 60);
  await browser.get('/api/session');
  await extendDueSessions();
  expect(await secondsLeft()).toBeGreaterThan(7 * DAY_SECONDS - 60);

  passDays(29);
  expect((await browser.get('/api/session')).body).not.toMatchObject({ rider: null });
  await extendDueSessions();
  expect(await secondsLeft()).toBeLessThanOrEqual(DAY_SECONDS);

  passDays(2);
  await browser.get('/api/session');
  await extendDueSessions();
  expect((await browser.get('/api/session')).body).toMatchObject({ rider: null });
});

test('replacing the signed-in user restarts the session’s month; signing in alongside does not', async () => {
  const [first, second, driver] = [await buildRider(), await buildRider(), await buildDriver()];
  const browser = as(first);
  await browser.signIn();
  const signedInAt = async (role: Role) => {
    const { body } = await browser.get(`/api/account?role=${role}`);
    return accountSchema.parse(body).sessions.find(({ isCurrent }) => isCurrent)?.signedInAt;
  };
  const credentials = ({ email }: { email: string }) => ({ email, password: TEST_PASSWORD });
  for (const _week of [1, 2, 3, 4]) {
    passDays(6);
    await browser.get('/api/session');
    await extendDueSessions();
  }
  const secondFrom = Date.now();

  await browser.post('/api/session', credentials(second));
  const own = await signedInAt('rider');
  passDays(6);
  await browser.post('/api/session', { ...credentials(driver), beside: true });

  expect(Date.parse(own ?? '')).toBeGreaterThanOrEqual(secondFrom);
  expect(await signedInAt('driver')).toBe(own);
  passDays(3);
  expect((await browser.get('/api/session')).body).toMatchObject({ rider: { id: second.id } });
});

test('a user who is signed out while their session is being replaced is not carried into the new session', async () => {
  const browser = as(await buildRider());
  await browser.signIn();
  const [, id] = /s%3A([\w-]+)\./.exec(browser.cookie) ?? [];
  const driver = await buildDriver();
  const key = `session:${id}`;
  const run = redis.eval.bind(redis) as (...args: unknown[]) => Promise<unknown>;
  vi.spyOn(redis, 'eval').mockImplementation(async (...args: unknown[]) => {
    if (args[0] === TAKE && args[2] === key) await redis.del(key);
    return run(...args);
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
  });

  const reply = await browser.post('/api/session', {
    email: driver.email,
    password: TEST_PASSWORD,
    beside: true,
  });

  expect(sessionSchema.parse(reply.body)).toMatchObject({ rider: null, driver: { id: driver.id } });
  const { body } = await browser.get('/api/session');
  expect(sessionSchema.parse(body)).toMatchObject({ rider: null, driver: { id: driver.id } });
});

/** Returns a browser where a rider and a driver are signed in. */
async function buildBrowser() {
  const [rider, driver] = await Promise.all([buildRider(), buildDriver()]);
  const browser = visitor();
  await browser.post('/api/session', { email: rider.email, password: TEST_PASSWORD });
  await browser.post('/api/session', { email: driver.email, password: TEST_PASSWORD, beside: true });
  const signedIn = async () => {
    const { rider, driver } = sessionSchema.parse((await browser.get('/api/session')).body);
    return { rider: rider?.id ?? null, driver: driver?.id ?? null };
  };
  expect(await signedIn()).toEqual({ rider: rider.id, driver: driver.id });
  return { browser, rider, driver, signedIn };
}

test('two roles that are signed out concurrently are both signed out', async () => {
  const { browser, signedIn } = await buildBrowser();

  const replies = await Promise.all(
    ['rider', 'driver'].map((role) => browser.delete(`/api/session?role=${role}`)),
  );

  expect(replies.map(({ status }) => status)).toEqual([204, 204]);
  expect(await signedIn()).toEqual({ rider: null, driver: null });
});

/** Signs the driver out after a request has read its session and before it runs a script on it. */
function signOutBefore(script: string, { browser }: Awaited<ReturnType<typeof buildBrowser>>) {
  const run = redis.eval.bind(redis) as (...args: unknown[]) => Promise<unknown>;
  let isDone = false;
  const spy = vi.spyOn(redis, 'eval').mockImplementation(async (...args: unknown[]) => {
    if (args[0] === script && !isDone) {
      isDone = true;
      expect((await browser.delete('/api/session?role=driver')).status).toBe(204);
    }
    return run(...args);
  });
  onTestFinished(() => spy.mockRestore());
}

test('a signed-out role is not restored by a request that read the session before and writes it after', async () => {
  const built = await buildBrowser();
  signOutBefore(OVERWRITE, built);

  const proof = await built.browser.post('/api/account/proof', { role: 'rider', password: TEST_PASSWORD });

  expect(proof.status).toBe(204);
  expect(await built.signedIn()).toEqual({ rider: built.rider.id, driver: null });
});

test('a role signed out during a password change is not carried into the new session', async () => {
  const built = await buildBrowser();
  signOutBefore(TAKE, built);

  const changed = await built.browser.send('PUT', '/api/account/password', {
    ...{ role: 'rider', currentPassword: TEST_PASSWORD },
    password: 'nine silver limousines',
  });

  expect(changed.status).toBe(200);
  expect(await built.signedIn()).toEqual({ rider: built.rider.id, driver: null });
});

test('beyond a hundred sessions of an account, the one that was seen longest ago is ended', async () => {
  const rider = await buildRider();
  const signedIn = async (browser: ReturnType<typeof visitor>) =>
    sessionSchema.parse((await browser.get('/api/session')).body).rider?.id;
  const [first, second] = [visitor(), visitor()];
  const credentials = { email: rider.email, password: TEST_PASSWORD };
  for (const browser of [first, second]) await browser.post('/api/session', credentials);
  const others = Array.from({ length: 98 }, (_, index) => [Date.now(), `session-${index}-of-${rider.id}`]);
  await redis.zadd(redisKey('sessions-of', rider.id), ...others.flat());

  await visitor().post('/api/session', credentials);

  expect([await signedIn(first), await signedIn(second)]).toEqual([undefined, rider.id]);
});

test('a request whose session is ended while its body is arriving is refused as unauthenticated', async () => {
  const rider = await buildRider();
  const [thief, owner] = [visitor(), as(rider)];
  await thief.post('/api/session', { email: rider.email, password: TEST_PASSWORD });
  const body = JSON.stringify(buildRequest({ riderId: rider.id }));
  const slow = request(new URL('/api/rides', testAppUrl()), {
    method: 'POST',
    headers: {
      cookie: thief.cookie,
      origin: testAppUrl(),
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  });
  slow.flushHeaders();
  await once(slow, 'continue');
  slow.write(body.slice(0, -1));
  expect((await thief.get('/api/session')).body).toMatchObject({ rider: { id: rider.id } });

  expect((await owner.delete('/api/account/sessions?role=rider')).status).toBe(204);
  slow.end(body.slice(-1));

  const [reply] = await once(slow, 'response');
  reply.resume();
  expect(reply.statusCode).toBe(401);
  expect((await owner.get(`/api/rides/rider/${rider.id}`)).body).toEqual([]);
});

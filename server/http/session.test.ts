import { once } from 'node:events';
import { request } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sessionSchema } from '#common/users/user.ts';
import { redis } from '../infra/redis.ts';
import { as, visitor } from '../testing/as.ts';
import { buildRequest } from '../testing/build-ride.ts';
import { buildDriver, buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { requireOwnProcess } from '../testing/require-own-process.ts';
import { setUpTestApp, testAppUrl } from '../testing/set-up-test-app.ts';
import { travelTo } from '../testing/travel-to.ts';

requireOwnProcess('an uptime that goes back');
setUpTestApp();

const DAY_SECONDS = 86_400;

/** Has days pass, by uptime too, which says when a session is to be extended again. */
function passDays(days: number): void {
  const ms = days * DAY_SECONDS * 1_000;
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + ms);
  travelTo(Date.now() + ms);
}

test('a session lasts a week without a request, and a month at the longest', async () => {
  const browser = as(await buildRider());
  await browser.signIn();
  const [, id] = /s%3A([\w-]+)\./.exec(browser.cookie) ?? [];
  const secondsLeft = () => redis.ttl(`session:${id}`);
  expect(await secondsLeft()).toBeGreaterThan(7 * DAY_SECONDS - 60);

  await redis.expire(`session:${id}`, 60);
  await browser.get('/api/session');
  expect(await secondsLeft()).toBeGreaterThan(7 * DAY_SECONDS - 60);

  passDays(29);
  expect((await browser.get('/api/session')).body).not.toMatchObject({ rider: null });
  expect(await secondsLeft()).toBeLessThanOrEqual(DAY_SECONDS);

  passDays(2);
  await browser.get('/api/session');
  expect((await browser.get('/api/session')).body).toMatchObject({ rider: null });
});

test('who is signed out of a session just as it is replaced is not taken along into the new one', async () => {
  const browser = as(await buildRider());
  await browser.signIn();
  const [, id] = /s%3A([\w-]+)\./.exec(browser.cookie) ?? [];
  const driver = await buildDriver();
  const key = `session:${id}`;
  const remove = redis.del.bind(redis);
  vi.spyOn(redis, 'del').mockImplementation(async (...keys: Parameters<typeof remove>) => {
    if (String(keys) === key) await remove(key);
    return remove(...keys);
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

test('who was signed out while the body of a request was on its way is nobody', async () => {
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

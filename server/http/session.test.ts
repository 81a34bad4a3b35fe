import { expect, onTestFinished, test, vi } from 'vitest';
import { sessionSchema } from '#common/users/user.ts';
import { redis } from '../infra/redis.ts';
import { as } from '../testing/as.ts';
import { buildDriver, buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';

setUpTestApp();

const DAY_SECONDS = 86_400;

test('a session lasts a week without a request, and a month at the longest', async () => {
  const browser = as(await buildRider());
  await browser.signIn();
  const [, id] = /s%3A([\w-]+)\./.exec(browser.cookie) ?? [];
  const secondsLeft = () => redis.ttl(`session:${id}`);
  expect(await secondsLeft()).toBeGreaterThan(7 * DAY_SECONDS - 60);

  await redis.expire(`session:${id}`, 60);
  await browser.get('/api/session');
  expect(await secondsLeft()).toBeGreaterThan(7 * DAY_SECONDS - 60);

  vi.useFakeTimers({ now: Date.now() + 29 * DAY_SECONDS * 1_000, toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  expect((await browser.get('/api/session')).body).not.toMatchObject({ rider: null });
  expect(await secondsLeft()).toBeLessThanOrEqual(DAY_SECONDS);

  vi.setSystemTime(Date.now() + 2 * DAY_SECONDS * 1_000);
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

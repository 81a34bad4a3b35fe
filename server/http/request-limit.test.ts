import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { env } from '../env.ts';
import { as, visitor } from '../testing/as.ts';
import { buildRider } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { TestClient } from '../testing/test-client.ts';

setUpTestApp();

const { REQUESTS_PER_MINUTE } = env;
let now = 1e12;
beforeEach(() => {
  env.REQUESTS_PER_MINUTE = 8;
  now += 120_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  env.REQUESTS_PER_MINUTE = REQUESTS_PER_MINUTE;
});

const statuses = async (count: number, ask: () => Promise<{ status: number }>) => {
  const seen: number[] = [];
  for (let n = 0; n < count; n += 1) seen.push((await ask()).status);
  return seen;
};

test('reads are limited per account, so one account at its limit does not block others at its address', async () => {
  const [greedy, neighbour] = [as(await buildRider()), as(await buildRider())];
  await greedy.signIn();
  await neighbour.signIn();
  const sameAddress = { 'x-forwarded-for': '203.0.113.9' };
  const ask = (browser: TestClient) => () => browser.get('/api/session', sameAddress);

  expect((await statuses(9, ask(greedy))).slice(6)).toEqual([200, 200, 429]);
  expect(await statuses(8, ask(neighbour))).toEqual(Array(8).fill(200));

  now += 20_000;
  const refused = await greedy.get('/api/config', sameAddress);
  expect([refused.status, refused.body]).toMatchObject([429, { code: 'TOO_MANY_REQUESTS' }]);
  expect(refused.headers.get('retry-after')).toBe('40');
  now += 40_000;
  expect((await greedy.get('/api/config', sameAddress)).status).toBe(200);
});

test('requests of visitors are limited per address, and the limit for writes is lower than for reads', async () => {
  const [reader, writer] = [visitor(), visitor()];

  const reads = await statuses(33, () => reader.get('/api/config'));
  const writes = await statuses(9, () => writer.delete('/api/session'));

  expect(reads.indexOf(429)).toBe(32);
  expect(writes.indexOf(429)).toBe(8);
  const sameAddress = { 'x-forwarded-for': reader.address };
  expect((await visitor().get('/api/config', sameAddress)).status).toBe(429);
  expect((await visitor().get('/api/config')).status).toBe(200);
});

test.each(['/api/nothing', '/api/docs', '/trip/no-such-link', '/'])(
  'a visitor’s requests to %s are limited',
  async (path) => {
    const browser = visitor();
    const seen = await statuses(33, () => browser.get(path));

    expect(seen.filter((status) => status === 429)).toHaveLength(1);
  },
);

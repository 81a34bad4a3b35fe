import { expect, test } from 'vitest';
import { enqueue, jobQueue } from '../infra/queues.ts';
import { as, visitor } from '../testing/as.ts';
import { buildAdmin, buildDriver, buildRider } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';

setUpTestApp();

const BOARD = '/ops/queues';

test('only admins can open the queue board', async () => {
  const replies = [
    await visitor().get(BOARD),
    await as(await buildRider()).get(BOARD),
    await as(await buildDriver()).get(`${BOARD}/api/queues`),
    await as(await buildAdmin()).get(BOARD),
  ];

  expect(replies.map(({ status }) => status)).toEqual([401, 403, 403, 200]);
});

test('an admin sees waiting jobs on the queue board but cannot change them', async () => {
  const admin = as(await buildAdmin());
  const rideId = 'f'.repeat(24);
  await enqueue('expire-unpaid-ride', { rideId }, { delayMs: 60_000 });

  const seen = await admin.get(
    `${BOARD}/api/queues?activeQueue=marquee&status=delayed&page=1&jobsPerPage=10`,
  );
  const refused = await admin.send('PUT', `${BOARD}/api/queues/marquee/empty`);

  expect(JSON.stringify(seen.body)).toContain(rideId);
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'FORBIDDEN' }]);
  expect(await jobQueue().getDelayedCount()).toBe(1);
});

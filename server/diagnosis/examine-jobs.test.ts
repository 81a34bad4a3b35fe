import { expect, test } from 'vitest';
import { jobQueue } from '../infra/queues.ts';
import { newId } from '../testing/new-id.ts';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';
import { examineJobs } from './examine-jobs.ts';

setUpTestDatabase();

const MINUTE_MS = 60_000;

test('a delayed job counts as waiting only since it became due', async () => {
  const timestamp = Date.now() - 11 * MINUTE_MS;
  const job = await jobQueue().add(
    'refund-charge',
    { chargeId: newId() },
    { timestamp, delay: 10 * MINUTE_MS },
  );
  await job.promote();

  const texts: string[] = [];
  for await (const { text } of examineJobs()) texts.push(text);

  expect(texts).toContainEqual(
    expect.stringMatching(/^No worker has taken the next job \(refund-charge\) for 6\d seconds\.$/),
  );
});

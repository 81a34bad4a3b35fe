import { expect, onTestFinished, test, vi } from 'vitest';
import { AppError } from '#common/errors.ts';
import { logger } from '#server/infra/logger.ts';
import { enqueueAndWait, jobQueue } from '#server/infra/queues.ts';
import { setUpTestDatabase } from '#server/testing/set-up-test-database.ts';
import { type Handlers, work } from './work.ts';

setUpTestDatabase();

const RIDE = { rideId: 'f'.repeat(24) };

async function startWork(handlers: Partial<Handlers>): Promise<void> {
  const stop = await work(handlers as Handlers, {});
  onTestFinished(async () => {
    await stop();
    await jobQueue().obliterate({ force: true });
  });
}

/** Settles when a job has failed permanently, with what was logged of it. */
const givenUp = () =>
  new Promise<{ attempt: number; error: Error }>((resolve) => {
    vi.mocked(logger.error).mockImplementation((details: unknown) => {
      vi.mocked(logger.error).mockClear();
      resolve(details as { attempt: number; error: Error });
    });
  });

test('a job returns its result to the caller that waits for it', async () => {
  await startWork({ 'confirm-payment': async () => 'settled' });

  expect(await enqueueAndWait('confirm-payment', RIDE, 10_000)).toBe('settled');
});

test('an error is retried', async () => {
  const handler = vi.fn<Handlers['confirm-payment']>();
  handler.mockRejectedValueOnce(new Error('a hiccup')).mockResolvedValueOnce('settled');
  await startWork({ 'confirm-payment': handler });

  expect(await enqueueAndWait('confirm-payment', RIDE, 10_000)).toBe('settled');
  expect(handler.mock.calls).toEqual([[RIDE], [RIDE]]);
});

test('a refusal is not retried', async () => {
  const end = givenUp();
  await startWork({
    'confirm-payment': async () => {
      throw new AppError('NOT_FOUND', 'There is no such ride.');
    },
  });

  expect(await enqueueAndWait('confirm-payment', RIDE, 10_000)).toBeNull();
  expect(await end).toMatchObject({ attempt: 1, error: { message: 'NOT_FOUND: There is no such ride.' } });
});

test.each([
  ['a job nobody knows', 'launch-rocket', {}],
  ['a job named like a part of every object', 'constructor', {}],
  ['a payload that is none', 'confirm-payment', { rideId: 'nonsense' }],
])('%s fails permanently at once', async (_what, name, payload) => {
  const end = givenUp();
  await startWork({});

  await jobQueue().add(name, payload);

  expect((await end).attempt).toBe(1);
});

test('a caller waits no longer than its timeout', async () => {
  expect(await enqueueAndWait('confirm-payment', RIDE, 20)).toBeNull();
  await jobQueue().obliterate({ force: true });
});

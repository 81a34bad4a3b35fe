import { expect, test, vi } from 'vitest';
import { lockBestEffort } from './lock-best-effort.ts';
import { redis } from './redis.ts';

test('a second caller with the same subject waits until the first one releases the lock', async () => {
  const set = vi.spyOn(redis, 'set');
  const unlock = await lockBestEffort('booking-turn', 'a rider:a key');
  const second = lockBestEffort('booking-turn', 'a rider:a key');
  await expect.poll(() => set.mock.settledResults.at(-1)).toMatchObject({ value: null });

  await unlock();

  await (await second)();
  expect(set.mock.settledResults.at(-1)).toMatchObject({ value: 'OK' });
});

test('a caller does not wait for a lock when Redis fails', async () => {
  const set = vi.spyOn(redis, 'set').mockRejectedValue(new Error('Command timed out'));

  await (await lockBestEffort('booking-turn', 'a rider:a key'))();

  expect(set).toHaveBeenCalledOnce();
});

test('waiting for a lock ends after five seconds, even if each reply of Redis is slow', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const set = vi.spyOn(redis, 'set').mockImplementation((async () => {
    clock.mockReturnValue(performance.now() + 4_000);
    return null;
  }) as never);

  await lockBestEffort('booking-turn', 'a rider:a key');
  clock.mockRestore();

  expect(set).toHaveBeenCalledTimes(2);
});

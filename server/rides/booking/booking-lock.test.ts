import { expect, test, vi } from 'vitest';
import { redis } from '../../infra/redis.ts';
import { lockBooking } from './booking-lock.ts';

test('a second booking with the same key waits until the first one releases the lock', async () => {
  const set = vi.spyOn(redis, 'set');
  const end = await lockBooking('a rider', 'a key');
  const second = lockBooking('a rider', 'a key');
  await expect.poll(() => set.mock.settledResults.at(-1)).toMatchObject({ value: null });

  await end();

  await (await second)();
  expect(set.mock.settledResults.at(-1)).toMatchObject({ value: 'OK' });
});

test('a booking does not wait for the lock when Redis fails', async () => {
  const set = vi.spyOn(redis, 'set').mockRejectedValue(new Error('Command timed out'));

  await (await lockBooking('a rider', 'a key'))();

  expect(set).toHaveBeenCalledOnce();
});

test('waiting for the booking lock ends after ten seconds, even if each reply of Redis is slow', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const set = vi.spyOn(redis, 'set').mockImplementation((async () => {
    clock.mockReturnValue(performance.now() + 4_000);
    return null;
  }) as never);

  await lockBooking('a rider', 'a key');
  clock.mockRestore();

  expect(set).toHaveBeenCalledTimes(3);
});

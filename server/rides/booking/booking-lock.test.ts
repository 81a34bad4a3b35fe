import { expect, test, vi } from 'vitest';
import { redis } from '../../infra/redis.ts';
import { lockBooking } from './booking-lock.ts';

test('the second goes once the first is done', async () => {
  const set = vi.spyOn(redis, 'set');
  const end = await lockBooking('a rider', 'a key');
  const second = lockBooking('a rider', 'a key');
  await expect.poll(() => set.mock.settledResults.at(-1)).toMatchObject({ value: null });

  await end();

  await (await second)();
  expect(set.mock.settledResults.at(-1)).toMatchObject({ value: 'OK' });
});

test('where Redis refuses, nobody waits', async () => {
  const set = vi.spyOn(redis, 'set').mockRejectedValue(new Error('Command timed out'));

  await (await lockBooking('a rider', 'a key'))();

  expect(set).toHaveBeenCalledOnce();
});

test('who waits goes on after ten seconds, however long each answer takes', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const set = vi.spyOn(redis, 'set').mockImplementation((async () => {
    clock.mockReturnValue(performance.now() + 4_000);
    return null;
  }) as never);

  await lockBooking('a rider', 'a key');
  clock.mockRestore();

  expect(set).toHaveBeenCalledTimes(3);
});

import { expect, test } from 'vitest';
import { AppError } from '#common/errors.ts';
import { limitConcurrency } from './limit-concurrency.ts';

/** Creates tasks that end when the test ends them, and records the order in which they start. */
function bench() {
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const work = (n: number) => () => {
    started.push(n);
    return new Promise<number>((resolve) => ends.push(() => resolve(n)));
  };
  return { started, ends, work };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('of 300 concurrent tasks two run at a time, a hundred wait in order, and the rest are refused', async () => {
  const { started, ends, work } = bench();
  const inTurn = limitConcurrency({ running: 2, waiting: 100, refusal: 'Come back.' });
  const outcomes = Array.from({ length: 300 }, (_, n) => inTurn(work(n)).catch((error: unknown) => error));
  await settle();
  expect(started).toEqual([0, 1]);

  for (let n = 0; n < 102; n += 1) {
    ends[n]?.();
    await settle();
    expect(started.length - n - 1).toBeLessThanOrEqual(2);
  }

  expect(started).toEqual(Array.from({ length: 102 }, (_, n) => n));
  const settled = await Promise.all(outcomes);
  expect(settled.slice(0, 102)).toEqual(started);
  const refused = settled.slice(102);
  expect(refused.every((each) => each instanceof AppError && each.code === 'UNAVAILABLE')).toBe(true);
  expect(refused.every((each) => each instanceof AppError && each.retryAfterSeconds === 3)).toBe(true);
});

test('a failed task passes its slot to the next one', async () => {
  const inTurn = limitConcurrency({ running: 1, waiting: 1, refusal: 'Come back.' });
  const failing = inTurn(() => Promise.reject(new Error('no')));
  const next = inTurn(async () => 'its turn');

  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('its turn');
  expect(await inTurn(async () => 'another')).toBe('another');
});

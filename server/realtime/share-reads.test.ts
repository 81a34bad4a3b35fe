import { expect, test } from 'vitest';
import { singleFlight } from './share-reads.ts';

function heldRead() {
  const finish: ((fail?: Error) => void)[] = [];
  const read = singleFlight(
    () =>
      new Promise<number>((resolve, reject) => {
        const run = finish.length + 1;
        finish.push((fail) => (fail ? reject(fail) : resolve(run)));
      }),
  );
  return { read, finish, runs: () => finish.length };
}

test('calls during a run share the next, which begins after it', async () => {
  const { read, finish, runs } = heldRead();
  const first = read();
  const late = [read(), read(), read()];
  expect(runs()).toBe(1);

  finish[0]?.();
  expect(await first).toBe(1);
  await Promise.resolve();
  expect(runs()).toBe(2);
  finish[1]?.();

  expect(await Promise.all(late)).toEqual([2, 2, 2]);
});

test('a run that failed does not fail those who wait for the next', async () => {
  const { read, finish } = heldRead();
  const first = read();
  const second = read();
  finish[0]?.(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await Promise.resolve();
  finish[1]?.();

  expect(await second).toBe(2);
});

test('a call after everything has ended runs by itself', async () => {
  const { read, finish } = heldRead();
  const first = read();
  finish[0]?.();
  await first;
  const second = read();
  finish[1]?.();

  expect(await second).toBe(2);
});

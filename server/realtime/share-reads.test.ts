import { expect, onTestFinished, test, vi } from 'vitest';
import { batchReads, cacheReads, singleFlight, singleFlightBy } from './share-reads.ts';

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

test('keys asked for while a read runs are read together next, each getting its own', async () => {
  const reads: string[][] = [];
  const read = batchReads(async (keys) => {
    reads.push([...keys]);
    return new Map(keys.map((key) => [key, `value of ${key}`]));
  });

  const values = await Promise.all(['a', 'b', 'c', 'b'].map(read));

  expect(values).toEqual(['value of a', 'value of b', 'value of c', 'value of b']);
  expect(reads).toEqual([['a'], ['b', 'c']]);
});

test('reads of different things do not wait for each other', async () => {
  const asked: string[][] = [];
  const read = singleFlightBy(async (kinds: readonly string[]) => {
    asked.push([...kinds]);
    return kinds.length;
  });

  expect(await Promise.all([read(['a']), read(['a', 'b'])])).toEqual([1, 2]);
  expect(asked).toEqual([['a'], ['a', 'b']]);
});

const KEEP_MS = 1_000;

function keptCount() {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let runs = 0;
  return cacheReads(async (kind: string) => {
    runs += 1;
    return `${kind} ${runs}`;
  }, KEEP_MS);
}

test('a kept outcome is given to all who ask for the same, until it may have changed', async () => {
  const { read, forget } = keptCount();

  expect(await read('a')).toBe('a 1');
  expect(await Promise.all([read('a'), read('b')])).toEqual(['a 1', 'b 2']);
  forget();

  expect(await read('a')).toBe('a 3');
  expect(await read('b')).toBe('b 4');
});

test('a kept outcome is read anew after a while, though nothing was told', async () => {
  const { read } = keptCount();
  await read('a');

  vi.advanceTimersByTime(KEEP_MS - 1);
  expect(await read('a')).toBe('a 1');
  vi.advanceTimersByTime(1);
  expect(await read('a')).toBe('a 2');
});

test('a read that a change overtakes is for those who asked before it', async () => {
  const finish: ((outcome: string) => void)[] = [];
  const { read, forget } = cacheReads(
    () => new Promise<string>((resolve) => void finish.push(resolve)),
    KEEP_MS,
  );
  const before = [read('a'), read('a')];
  forget();
  const after = read('a');
  expect(finish).toHaveLength(1);

  finish[0]?.('as it was');
  expect(await Promise.all(before)).toEqual(['as it was', 'as it was']);
  await Promise.resolve();
  finish[1]?.('as it is');

  expect(await after).toBe('as it is');
});

test('a read that failed is not kept', async () => {
  const outcomes = [Promise.reject(new Error('away')), Promise.resolve('there')];
  const { read } = cacheReads(() => outcomes.shift() ?? Promise.resolve('again'), KEEP_MS);

  await expect(read('a')).rejects.toThrow('away');
  expect(await read('a')).toBe('there');
});

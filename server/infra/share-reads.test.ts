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

test('calls made during a run share one next run, which begins after the current one', async () => {
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

test('a failed run does not fail the calls that wait for the next run', async () => {
  const { read, finish } = heldRead();
  const first = read();
  const second = read();
  finish[0]?.(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await Promise.resolve();
  finish[1]?.();

  expect(await second).toBe(2);
});

test('a call made after all runs have ended starts a new run', async () => {
  const { read, finish } = heldRead();
  const first = read();
  finish[0]?.();
  await first;
  const second = read();
  finish[1]?.();

  expect(await second).toBe(2);
});

function batchedValues() {
  const reads: string[][] = [];
  const finish: ((fail?: Error) => void)[] = [];
  const read = batchReads(async (keys) => {
    reads.push([...keys]);
    await new Promise<void>((resolve, reject) => {
      finish.push((fail) => (fail ? reject(fail) : resolve()));
    });
    return new Map(keys.map((key) => [key, `value of ${key}`]));
  });
  return { reads, finish, read };
}

test('keys requested at the same time are read together, each caller getting its own value', async () => {
  const { reads, finish, read } = batchedValues();

  const values = Promise.all(['a', 'b', 'c', 'b'].map(read));
  await expect.poll(() => reads).toEqual([['a', 'b', 'c']]);
  finish[0]?.();

  expect(await values).toEqual(['value of a', 'value of b', 'value of c', 'value of b']);
});

test('at most fifty keys are read at once, in the order of the requests', async () => {
  const { reads, finish, read } = batchedValues();

  const values = Promise.all(Array.from({ length: 120 }, (_, index) => read(`${index}`)));
  await expect.poll(() => reads.map(({ length }) => length)).toEqual([50, 50, 20]);
  for (const end of finish) end();

  expect((await values)[119]).toBe('value of 119');
  expect(reads.flat()).toEqual(Array.from({ length: 120 }, (_, index) => `${index}`));
});

test('reads with different arguments run at the same time, each once', async () => {
  const asked: string[][] = [];
  const finish: (() => void)[] = [];
  const read = singleFlightBy(async (kinds: readonly string[]) => {
    asked.push([...kinds]);
    await new Promise<void>((resolve) => void finish.push(resolve));
    return kinds.length;
  });

  const lengths = Promise.all([read(['a']), read(['a', 'b'])]);
  expect(asked).toEqual([['a'], ['a', 'b']]);
  for (const end of finish) end();

  expect(await lengths).toEqual([1, 2]);
  expect(asked).toHaveLength(2);
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

test('a cached result is returned for the same argument until the cache is cleared', async () => {
  const { read, forget } = keptCount();

  expect(await read('a')).toBe('a 1');
  expect(await Promise.all([read('a'), read('b')])).toEqual(['a 1', 'b 2']);
  forget();

  expect(await read('a')).toBe('a 3');
  expect(await read('b')).toBe('b 4');
});

test('a cached result expires after its lifetime, even if the cache was not cleared', async () => {
  const { read } = keptCount();
  await read('a');

  vi.advanceTimersByTime(KEEP_MS - 1);
  expect(await read('a')).toBe('a 1');
  vi.advanceTimersByTime(1);
  expect(await read('a')).toBe('a 2');
});

test('a read that was running when the cache was cleared is returned only to calls made before that', async () => {
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

test('a failed read is not cached', async () => {
  const outcomes = [Promise.reject(new Error('away')), Promise.resolve('there')];
  const { read } = cacheReads(() => outcomes.shift() ?? Promise.resolve('again'), KEEP_MS);

  await expect(read('a')).rejects.toThrow('away');
  expect(await read('a')).toBe('there');
});

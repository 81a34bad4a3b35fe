import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cancelResync, type LoadList, mountList, reloadList, resyncLists } from './active-lists.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const countedLoad = (outcome = true) => vi.fn<LoadList>(async () => outcome);

test('a list is loaded when mounted, and several resync calls reload it only once', async () => {
  const load = countedLoad();
  const unmount = mountList(load);
  expect(load).toHaveBeenCalledTimes(1);

  resyncLists();
  resyncLists();
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(load).toHaveBeenCalledTimes(2);

  await vi.advanceTimersByTimeAsync(600_000);
  expect(load).toHaveBeenCalledTimes(2);
  unmount();
});

test('a cancelled resync does not reload lists', async () => {
  const load = countedLoad();
  const unmount = mountList(load);

  resyncLists();
  cancelResync();
  await vi.advanceTimersByTimeAsync(600_000);

  expect(load).toHaveBeenCalledTimes(1);
  unmount();
});

test('a list that was unmounted is not reloaded', async () => {
  const load = countedLoad();
  mountList(load)();

  resyncLists();
  await vi.advanceTimersByTimeAsync(1_000);

  expect(load).toHaveBeenCalledTimes(1);
});

test('a list that fails to load when mounted is retried until it loads', async () => {
  const load = countedLoad(false);
  const unmount = mountList(load);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(load).toHaveBeenCalledTimes(2);
  load.mockResolvedValue(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(load).toHaveBeenCalledTimes(3);
  unmount();
});

test('a failed load of a list that was unmounted meanwhile reloads nothing', async () => {
  const other = countedLoad();
  const unmountOther = mountList(other);
  const load = countedLoad(false);

  mountList(load)();
  await vi.advanceTimersByTimeAsync(600_000);

  expect(load).toHaveBeenCalledTimes(1);
  expect(other).toHaveBeenCalledTimes(1);
  unmountOther();
});

test('a list reload that fails is retried together with the mounted lists', async () => {
  const load = countedLoad();
  const unmount = mountList(load);
  load.mockResolvedValueOnce(false);

  await reloadList(load);
  await vi.advanceTimersByTimeAsync(5_000);

  expect(load).toHaveBeenCalledTimes(3);
  unmount();
});

test('a failed resync is retried after growing delays until it succeeds', async () => {
  const load = countedLoad(false);
  const unmount = mountList(load);

  resyncLists();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(load).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(load).toHaveBeenCalledTimes(3);

  load.mockResolvedValue(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(load).toHaveBeenCalledTimes(4);
  unmount();
});

test('a list that failed in a resync is retried without waiting for a slower list', async () => {
  const slow = vi.fn<LoadList>(() => new Promise(() => {}));
  const load = countedLoad();
  const unmounts = [mountList(slow), mountList(load)];
  load.mockResolvedValueOnce(false);

  resyncLists();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(5_000);

  expect(load).toHaveBeenCalledTimes(3);
  for (const unmount of unmounts) unmount();
});

test('a resync that keeps failing is retried at least once a minute', async () => {
  const load = countedLoad(false);
  const unmount = mountList(load);
  resyncLists();
  await vi.advanceTimersByTimeAsync(600_000);
  load.mockClear();

  await vi.advanceTimersByTimeAsync(61_000);

  expect(load).toHaveBeenCalled();
  cancelResync();
  unmount();
});

test('a new resync does not wait for a pending retry', async () => {
  const load = countedLoad(false);
  const unmount = mountList(load);
  resyncLists();
  await vi.advanceTimersByTimeAsync(1_000);

  load.mockResolvedValue(true);
  resyncLists();
  await vi.advanceTimersByTimeAsync(1_000);

  expect(load).toHaveBeenCalledTimes(3);
  unmount();
});

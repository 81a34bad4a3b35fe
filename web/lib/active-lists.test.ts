import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cancelResync, type LoadList, mountList, reloadList, resyncLists } from './active-lists.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const countedLoad = (outcome = true) => vi.fn<LoadList>(async () => outcome);

test('a list is loaded when it comes on screen, and once more however many reasons there are to resync', async () => {
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

test('a resync that was cancelled reloads nothing', async () => {
  const load = countedLoad();
  const unmount = mountList(load);

  resyncLists();
  cancelResync();
  await vi.advanceTimersByTimeAsync(600_000);

  expect(load).toHaveBeenCalledTimes(1);
  unmount();
});

test('a list that left the screen is left alone', async () => {
  const load = countedLoad();
  mountList(load)();

  resyncLists();
  await vi.advanceTimersByTimeAsync(1_000);

  expect(load).toHaveBeenCalledTimes(1);
});

test('a list that could not be loaded as it came on screen is read again until it comes', async () => {
  const load = countedLoad(false);
  const unmount = mountList(load);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(load).toHaveBeenCalledTimes(2);
  load.mockResolvedValue(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(load).toHaveBeenCalledTimes(3);
  unmount();
});

test('one that has left the screen before its failure was known has nothing read again', async () => {
  const other = countedLoad();
  const unmountOther = mountList(other);
  const load = countedLoad(false);

  mountList(load)();
  await vi.advanceTimersByTimeAsync(600_000);

  expect(load).toHaveBeenCalledTimes(1);
  expect(other).toHaveBeenCalledTimes(1);
  unmountOther();
});

test('what an event has reloaded in vain is read again with the lists on screen', async () => {
  const load = countedLoad();
  const unmount = mountList(load);
  load.mockResolvedValueOnce(false);

  await reloadList(load);
  await vi.advanceTimersByTimeAsync(5_000);

  expect(load).toHaveBeenCalledTimes(3);
  unmount();
});

test('a resync that failed is tried again, ever more rarely, until it comes', async () => {
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

test('a reconnect does not wait for a retry that is far off', async () => {
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

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAX_OFFERS } from '#common/rides/ride.ts';
import { mountList } from '#web/lib/active-lists.ts';
import { setRidesChannel } from '#web/lib/rides-channel.ts';
import { buildOffer } from '#web/testing/build-ride.ts';
import { openRidesChannel } from '#web/testing/open-rides-channel.ts';
import { clearRides, receiveRemovedOffers, useRideStore } from '../store/ride-store.ts';
import { leaveOffers, loadOffers } from './load-lists.ts';
import { refillOffers } from './use-lists.ts';

const JITTERED_MS = 1_000;

/** More open offers than a snapshot holds, soonest pickup first. */
const everyOffer = Array.from({ length: MAX_OFFERS + 50 }, () => buildOffer());
let open = everyOffer;
const watch = vi.fn(async () => open.slice(0, MAX_OFFERS));
let leave = () => {};

beforeEach(async () => {
  vi.useFakeTimers();
  clearRides();
  open = everyOffer;
  watch.mockClear();
  openRidesChannel({ watchOffers: watch });
  const unmount = mountList(loadOffers);
  const stopRefilling = refillOffers();
  leave = () => {
    stopRefilling();
    unmount();
    leaveOffers();
  };
  await vi.advanceTimersByTimeAsync(JITTERED_MS);
});
afterEach(() => {
  leave();
  setRidesChannel(null);
  vi.useRealTimers();
});

const board = () => useRideStore.getState().offers;

/** Simulates that other drivers accept the first `count` open offers. */
function accept(count: number) {
  const accepted = open.slice(0, count);
  open = open.slice(count);
  receiveRemovedOffers(accepted.map(({ id, version }) => ({ id, version: version + 1, reason: 'accepted' })));
}

test('offers beyond the snapshot limit are loaded once half of the board is gone, and none is missed', async () => {
  expect(board()).toMatchObject({ isCut: true, posted: { length: MAX_OFFERS } });

  accept(MAX_OFFERS / 2 - 1);
  await vi.advanceTimersByTimeAsync(JITTERED_MS);
  expect(watch).toHaveBeenCalledTimes(1);
  accept(1);
  await vi.advanceTimersByTimeAsync(5 * JITTERED_MS);

  expect(watch).toHaveBeenCalledTimes(2);
  expect(board().isCut).toBe(false);
  const posted = board().posted.map(({ offer }) => offer.id);
  expect(posted.toSorted()).toEqual(open.map(({ id }) => id).toSorted());
});

test('no more offers are requested after the driver leaves the board', async () => {
  leave();

  accept(MAX_OFFERS);
  await vi.advanceTimersByTimeAsync(JITTERED_MS);

  expect(watch).toHaveBeenCalledTimes(1);
});

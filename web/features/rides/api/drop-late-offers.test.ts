import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { MINUTE_MS } from '#common/durations.ts';
import { recordServerDate } from '#web/lib/server-clock.ts';
import { buildOffer } from '#web/testing/build-ride.ts';
import { abandonAccept, beginAccept, clearRides, receiveOffers, useRideStore } from '../store/ride-store.ts';
import { dropLateOffers } from './drop-late-offers.ts';

/** From when an offer with the pickup time of `buildOffer` can no longer be accepted. */
const END_MS = Date.parse('2026-11-20T18:30-08:00') + 30 * MINUTE_MS;

let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers({ now: END_MS - 10 * MINUTE_MS });
  clearRides();
  stop = dropLateOffers();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const offered = () => useRideStore.getState().offers.posted.map(({ offer }) => offer.id);

test('an offer leaves the board when it can no longer be accepted, half an hour after its pickup', () => {
  const [offer, later] = [buildOffer(), buildOffer({ scheduledTime: '18:31' })];
  receiveOffers([offer, later]);

  vi.advanceTimersByTime(10 * MINUTE_MS - 1);
  expect(offered()).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(offered()).toEqual([later.id]);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(offered()).toEqual([]);
});

test('an offer that was edited to a later pickup stays until that is half an hour ago', () => {
  const offer = buildOffer();
  receiveOffers([offer]);
  receiveOffers([{ ...offer, version: offer.version + 1, scheduledTime: '20:00' }]);

  vi.advanceTimersByTime(99 * MINUTE_MS);
  expect(offered()).toEqual([offer.id]);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(offered()).toEqual([]);
});

test('the server’s clock decides when an offer can no longer be accepted', () => {
  onTestFinished(() => recordServerDate(new Date().toUTCString()));
  recordServerDate(new Date(END_MS - 2 * MINUTE_MS).toUTCString());
  const offer = buildOffer();
  receiveOffers([offer]);

  vi.advanceTimersByTime(2 * MINUTE_MS - 1);
  expect(offered()).toEqual([offer.id]);
  vi.advanceTimersByTime(1);
  expect(offered()).toEqual([]);
});

test('an offer that the server still lists stays, although the local clock is ahead', () => {
  vi.advanceTimersByTime(11 * MINUTE_MS);
  const offer = buildOffer();
  receiveOffers([offer]);

  vi.advanceTimersByTime(MINUTE_MS);

  expect(offered()).toEqual([offer.id]);
});

test('an offer whose accept is in flight stays until the reply', () => {
  const offer = buildOffer();
  receiveOffers([offer]);
  beginAccept(offer.id);

  vi.advanceTimersByTime(11 * MINUTE_MS);
  expect(offered()).toEqual([offer.id]);
  abandonAccept(offer.id, { isTaken: false });
  vi.advanceTimersByTime(MINUTE_MS);

  expect(offered()).toEqual([]);
});

test('a stopped watch drops nothing', () => {
  receiveOffers([buildOffer()]);
  stop();

  vi.advanceTimersByTime(11 * MINUTE_MS);

  expect(offered()).toHaveLength(1);
});

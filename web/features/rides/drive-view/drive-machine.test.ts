import { expect, test } from 'vitest';
import type { Offer } from '#common/rides/ride.ts';
import { buildDriverRide, buildOffer, NOW } from '#web/testing/build-ride.ts';
import type { PostedOffer } from '../store/offer-board.ts';
import { screenKey } from './drive-cues.ts';
import {
  currentRide,
  type DriveFacts,
  type DriveState,
  driveScreen,
  EMPTY_STATE,
  reduceDrive,
  syncWithStores,
} from './drive-machine.ts';

const post = (offer: Offer, overrides: Partial<PostedOffer> = {}): PostedOffer => ({
  offer,
  isNew: true,
  isTaken: false,
  isAccepting: false,
  ...overrides,
});

const facts = (overrides: Partial<DriveFacts> = {}): DriveFacts => ({
  phase: 'ready',
  why: null,
  posted: [],
  rides: [],
  ...overrides,
});

const show = (memory: DriveState, now: DriveFacts) => driveScreen(syncWithStores(memory, now), now, NOW);
const offer = buildOffer();
const shown = syncWithStores(EMPTY_STATE, facts({ posted: [post(offer)] }));
const accepted = buildDriverRide({ ...offer, version: 3 });
const SET_OFF = '2026-11-21T00:14:00.000Z';

test('older requests are not shown until the driver asks to hear them; a new one is shown at once', () => {
  const old = facts({ posted: [post(offer, { isNew: false })] });
  expect(show(EMPTY_STATE, old)).toMatchObject({ name: 'waiting', openCount: 1, next: null });

  const hearing = reduceDrive(EMPTY_STATE, { type: 'hear' });
  expect(show(hearing, old)).toMatchObject({ name: 'request', offer: { id: offer.id } });
  expect(shown.offer).toBe(offer);
});

test('new requests are shown one at a time, soonest pickup first, without replacing the current one', () => {
  const later = buildOffer({ scheduledDate: '2026-11-22' });
  const sooner = buildOffer({ scheduledTime: '17:00' });
  const both = facts({ posted: [post(later), post(offer)] });

  const first = syncWithStores(EMPTY_STATE, both);
  expect(first.offer).toBe(offer);
  const all = facts({ posted: [post(sooner), ...both.posted] });
  expect(syncWithStores(first, all).offer).toBe(offer);

  const second = syncWithStores(reduceDrive(first, { type: 'skip' }), all);
  expect(second.offer).toBe(sooner);
  const third = syncWithStores(reduceDrive(second, { type: 'skip' }), all);
  expect(third.offer).toBe(later);
  expect(show(reduceDrive(third, { type: 'skip' }), all)).toMatchObject({ name: 'waiting', openCount: 3 });
});

test('an accepted request can be undone for a while, and is not shown again after the undo', () => {
  const own = facts({ rides: [accepted] });
  const yours = syncWithStores(shown, own);
  expect(driveScreen(yours, own, NOW)).toEqual({ name: 'yours', ride: accepted });

  expect(show(reduceDrive(yours, { type: 'undo-over' }), own)).toMatchObject({
    name: 'waiting',
    next: accepted,
  });

  expect(show(yours, facts()).name).toBe('waiting');
  const undone = syncWithStores(reduceDrive(yours, { type: 'undo' }), facts());
  const back = facts({ posted: [post({ ...offer, version: 4 })] });
  expect(show(undone, back)).toMatchObject({ name: 'notice', notice: { kind: 'undone' } });
  expect(show(reduceDrive(undone, { type: 'notice-over' }), back)).toMatchObject({
    name: 'waiting',
    openCount: 1,
  });
});

test('a taken or withdrawn request shows a notice, and then the next request is shown', () => {
  const other = buildOffer();
  const taken = syncWithStores(shown, facts({ posted: [post(offer, { isTaken: true }), post(other)] }));
  expect(taken.notice).toEqual({ kind: 'taken', offer });
  expect(driveScreen(taken, facts({ posted: [post(other)] }), NOW)).toMatchObject({ openCount: 1 });
  expect(
    syncWithStores(reduceDrive(taken, { type: 'notice-over' }), facts({ posted: [post(other)] })).offer,
  ).toBe(other);

  expect(syncWithStores(shown, facts()).notice).toEqual({ kind: 'withdrawn', offer });
});

test('going off duty removes the request on screen without a notice', () => {
  const off = facts({ why: 'off-duty', posted: [post(offer)] });
  expect(show(shown, off)).toMatchObject({ name: 'waiting', why: 'off-duty' });
});

test('the current ride goes through its stages, and no new request is shown before it is completed', () => {
  const stage = (overrides: Parameters<typeof buildDriverRide>[0]) =>
    show(EMPTY_STATE, facts({ posted: [post(buildOffer())], rides: [buildDriverRide(overrides)] })).name;

  expect(stage({ enRouteAt: SET_OFF })).toBe('on-the-way');
  expect(stage({ arrivedAt: SET_OFF })).toBe('clock');
  expect(stage({ status: 'in_progress', enRouteAt: SET_OFF })).toBe('driving');
  expect(stage({ status: 'completed', enRouteAt: SET_OFF })).toBe('request');
});

test('the current ride is the one in progress, else the one the driver is on the way to', () => {
  const driven = buildDriverRide({ enRouteAt: SET_OFF });
  const underWay = buildDriverRide({ status: 'in_progress', scheduledTime: '20:00' });
  expect(currentRide([buildDriverRide(), driven])).toBe(driven);
  expect(currentRide([driven, underWay])).toBe(underWay);
  expect(currentRide([buildDriverRide()])).toBeNull();
});

test('a confirmation closes when its ride ends or leaves, or when its offer is taken or edited', () => {
  const driving = buildDriverRide({ status: 'in_progress' });
  const { id: rideId, version } = driving;
  const quote = {
    ...{ paidCents: 15_982, fareCents: 15_982, baseCents: 10_625, gratuityCents: 2_438 },
    ...{ waitingCents: 0, usedHours: null, byHours: [] },
  };
  const complete = {
    kind: 'complete',
    rideId,
    version,
    quote,
    hours: null,
    isSettled: true,
    changes: 0,
  } as const;
  const asked = reduceDrive(EMPTY_STATE, { type: 'ask', question: complete });
  expect(show(asked, facts({ rides: [driving] }))).toMatchObject({ name: 'question', ride: driving });
  const done = { ...driving, status: 'completed' as const };
  expect(show(asked, facts({ rides: [done] }))).toMatchObject({ notice: { kind: 'completed', ride: done } });
  const changed = { ...driving, version: version + 1 };
  expect(show(asked, facts({ rides: [changed] }))).toMatchObject({ name: 'question', ride: changed });
  expect(show(asked, facts()).name).toBe('waiting');

  const { id: offerId, revision } = offer;
  const question = { kind: 'overlap', offerId, revision, message: '', isVehicleTaken: false } as const;
  const overlap = reduceDrive(shown, { type: 'ask', question });
  expect(show(overlap, facts({ posted: [post(offer)] })).name).toBe('question');
  expect(show(overlap, facts({ posted: [post(offer, { isTaken: true })] })).name).toBe('notice');
  expect(show(reduceDrive(overlap, { type: 'unasked' }), facts({ posted: [post(offer)] })).name).toBe(
    'request',
  );
  const edited = { ...offer, version: 9, revision: revision + 1, scheduledTime: '21:30' };
  expect(show(overlap, facts({ posted: [post(edited)] }))).toMatchObject({ name: 'request', offer: edited });
});

test('a failed undo returns to the accepted ride, and one that is too late shows a notice', () => {
  const own = facts({ rides: [accepted] });
  const undoing = reduceDrive(syncWithStores(shown, own), { type: 'undo' });
  const { id: rideId } = accepted;
  const failed = reduceDrive(undoing, { type: 'undo-failed', rideId });
  expect(show(failed, own).name).toBe('yours');
  expect(show(reduceDrive(failed, { type: 'too-late', rideId }), own)).toMatchObject({
    notice: { kind: 'too-late' },
  });
});

test('the late failure of an undo does not end the undo of the next ride', () => {
  const undoing = reduceDrive(syncWithStores(shown, facts({ rides: [accepted] })), { type: 'undo' });
  const { id: rideId } = buildDriverRide();

  expect(reduceDrive(undoing, { type: 'undo-failed', rideId }).isUndoing).toBe(true);
  expect(reduceDrive(undoing, { type: 'too-late', rideId })).toMatchObject({ isUndoing: true, notice: null });
});

test('a lost ride is shown before a request until it is confirmed', () => {
  const lost = { rideId: accepted.id, title: 'Alex cancelled', text: 'Wynn to LAS, 7:30 PM.' };
  const withLost = reduceDrive(shown, { type: 'lost', lost });
  const open = facts({ posted: [post(offer)] });
  expect(show(withLost, open)).toEqual({ name: 'lost', lost });
  expect(show(reduceDrive(withLost, { type: 'confirmed-lost' }), open).name).toBe('request');
});

test('two lost rides are confirmed in order, each on its own screen', () => {
  const [first, second] = ['1', '2'].map((digit) => ({
    rideId: digit.repeat(24),
    title: 'Alex cancelled',
    text: 'Wynn to LAS, 7:30 PM.',
  }));
  if (!first || !second) throw new Error('two were lost');
  const both = [first, second].reduce(
    (memory, lost) => reduceDrive(memory, { type: 'lost', lost }),
    EMPTY_STATE,
  );
  const afterOk = reduceDrive(both, { type: 'confirmed-lost' });

  const screens = [both, afterOk].map((memory) => show(memory, facts()));

  expect(screens).toEqual([
    { name: 'lost', lost: first },
    { name: 'lost', lost: second },
  ]);
  expect(new Set(screens.map(screenKey)).size).toBe(2);
  expect(show(reduceDrive(afterOk, { type: 'confirmed-lost' }), facts()).name).toBe('waiting');
});

test('“time to leave” is shown from 30 minutes before the driver has to leave', () => {
  const next = (scheduledTime: string) =>
    show(EMPTY_STATE, facts({ rides: [buildDriverRide({ scheduledTime })] }));
  // It is 4:12 PM, and 15 minutes are planned for the drive.
  expect(next('16:57')).toMatchObject({ isTimeToLeave: true });
  expect(next('16:58')).toMatchObject({ isTimeToLeave: false });
});

test('settle returns the same object when nothing has changed', () => {
  const now = facts({ posted: [post(offer)] });
  expect(syncWithStores(shown, now)).toBe(shown);
  expect(syncWithStores(EMPTY_STATE, facts())).toBe(EMPTY_STATE);
});

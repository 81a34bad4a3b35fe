import { beforeEach, expect, test } from 'vitest';
import { buildStaffRide, NOW } from '#web/testing/build-ride.ts';
import { buildAlert } from '../testing/build-alert.ts';
import { eachGroup, type ListedGroup, listGroups } from './board-groups.ts';
import {
  attentionCount,
  beginBoard,
  forgetBoard,
  type GroupReading,
  pinRide,
  receiveAlertEvent,
  receiveBoard,
  receiveBoardEvent,
  receiveOpenAlerts,
  receivePage,
  receiveStaffRides,
  useBoardStore,
} from './board-store.ts';

beforeEach(forgetBoard);

const NOTHING: GroupReading = { rides: [], last: { next: null, count: 0 }, depth: 1 };
const none = () => eachGroup(() => NOTHING);

function listed(now = NOW): ListedGroup[] {
  const { pages, ...known } = useBoardStore.getState();
  return listGroups({ ...known, now }, pages).filter(({ count }) => count > 0);
}
const places = (now = NOW) => listed(now).map(({ group, rides }) => [group, ...rides.map(({ id }) => id)]);

test('the higher version of a ride stays, whichever arrives first, and only that marks it as changed', () => {
  const ride = buildStaffRide();
  const newer = { ...ride, version: 3, customerName: 'Sam' };
  receiveBoardEvent([newer], NOW);
  receiveBoardEvent([ride], new Date(NOW.getTime() + 5_000));
  expect(useBoardStore.getState().rides[ride.id]?.customerName).toBe('Sam');
  expect(useBoardStore.getState().changedAt[ride.id]).toBe(NOW.getTime());
});

test('rides move between groups as time passes and as alerts open and resolve', () => {
  const ride = buildStaffRide({ scheduledTime: '16:50' });
  receiveStaffRides([ride]);
  expect(places()).toEqual([['next', ride.id]]);
  expect(places(new Date('2026-11-21T00:20:00Z'))).toEqual([['now', ride.id]]);

  const alert = buildAlert(ride.id);
  expect(receiveAlertEvent([alert])).toEqual([alert]);
  expect(places()).toEqual([['attention', ride.id]]);
  expect(attentionCount(useBoardStore.getState())).toBe(1);

  receiveAlertEvent([{ ...alert, version: 2, resolvedAt: NOW.toISOString() }]);
  expect(receiveAlertEvent([alert])).toEqual([]);
  expect(places()).toEqual([['next', ride.id]]);
  expect(attentionCount(useBoardStore.getState())).toBe(0);
});

test('rides that need attention are ordered by urgency, then by pickup', () => {
  const [early, late, refund] = [
    buildStaffRide({ scheduledTime: '17:00' }),
    buildStaffRide({ scheduledTime: '18:00' }),
    buildStaffRide({ scheduledTime: '16:30' }),
  ];
  receiveStaffRides([refund, late, early]);
  receiveAlertEvent([
    buildAlert(refund.id, { kind: 'refund-failed' }),
    buildAlert(late.id),
    buildAlert(early.id),
    buildAlert(late.id, { kind: 'driver-late' }),
  ]);
  expect(places()).toEqual([['attention', late.id, early.id, refund.id]]);
});

test('a snapshot removes the rides that it lacks, except those received meanwhile or pinned', () => {
  const [gone, pinned, arrived] = [buildStaffRide(), buildStaffRide(), buildStaffRide()];
  receiveStaffRides([gone, pinned]);
  const unpin = pinRide(pinned.id);
  const request = beginBoard({});
  receiveBoardEvent([arrived], NOW);
  receiveBoard(request, none(), NOW);
  expect(Object.keys(useBoardStore.getState().rides).toSorted()).toEqual([pinned.id, arrived.id].toSorted());

  unpin();
  receiveBoard(beginBoard({}), none(), NOW);
  expect(useBoardStore.getState().rides).toEqual({});
});

test('an alert resolved while the connection was down is removed by the next list of open alerts', () => {
  const [old, arrived] = [buildAlert('a'.repeat(24)), buildAlert('b'.repeat(24))];
  receiveAlertEvent([old]);
  const before = useBoardStore.getState().alerts;
  receiveAlertEvent([arrived]);
  receiveOpenAlerts([], before);
  expect(Object.keys(useBoardStore.getState().alerts)).toEqual([arrived.id]);
});

test('a reply for filters that have changed since is dropped', () => {
  const request = beginBoard({ q: 'al' });
  beginBoard({ q: 'alex' });
  receiveBoard(request, none(), NOW);
  expect(useBoardStore.getState().phase).toBe('loading');
});

test('rides beyond the loaded pages are counted, but not listed until their page is loaded', () => {
  const at = (day: number) => buildStaffRide({ scheduledDate: `2026-12-${String(day).padStart(2, '0')}` });
  const rides = [at(1), at(2), at(3), at(4)];
  const end = (ride: (typeof rides)[number] | undefined) =>
    `${Date.parse(ride?.scheduledAt ?? '')}-${ride?.id}`;
  receiveBoard(
    beginBoard({}),
    { ...none(), later: { rides: rides.slice(0, 2), last: { next: end(rides[1]), count: 4 }, depth: 1 } },
    NOW,
  );
  expect(listed()).toMatchObject([{ group: 'later', count: 4 }]);
  expect(places()).toEqual([['later', rides[0]?.id, rides[1]?.id]]);

  const booked = { ...at(20), createdAt: new Date(NOW.getTime() + 1_000).toISOString() };
  receiveBoardEvent([booked], NOW);
  expect(listed()).toMatchObject([{ count: 5 }]);
  expect(useBoardStore.getState().drift).toBe(0);
  receiveBoardEvent(rides.slice(3), NOW);
  expect(useBoardStore.getState().drift).toBe(1);

  receivePage('later', {}, { rides: rides.slice(2), next: null, count: 5 }, NOW);
  expect(listed()).toMatchObject([{ count: 5 }]);
  expect(places()[0]).toHaveLength(6);
});

test('a ride from a live event is listed only while it matches the filters', () => {
  receiveBoard(beginBoard({ vehicle: 'hummer-18', driver: 'unassigned' }), none(), NOW);
  const [suv, hummer] = [buildStaffRide(), buildStaffRide({ rideType: 'hummer-18' })];
  receiveBoardEvent([suv, hummer], NOW);
  expect(places()).toEqual([['next', hummer.id]]);
  receiveBoardEvent([{ ...hummer, version: 3, status: 'accepted', driverId: 'd'.repeat(24) }], NOW);
  expect(places()).toEqual([]);
});

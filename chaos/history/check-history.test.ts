import { expect, test } from 'vitest';
import type { RideChange } from '#common/rides/ride-states.ts';
import { checkHistory, type Entry, type Span } from './check-history.ts';
import { entitlements, type ListName, type RideHistory, type Viewer } from './entitlements.ts';

const RIDER: Viewer = { riderId: 'robin', driverId: null };
const DRIVER: Viewer = { riderId: null, driverId: 'sam' };

/** Returns a ride with changes committed every ten seconds, from second 10 on. */
const rideOf = (...changes: RideChange[]): RideHistory => ({
  id: 'ride',
  riderId: 'robin',
  driverId: changes.includes('accepted') ? 'sam' : null,
  changes: changes.map((change, index) => ({ change, at: (index + 1) * 10_000 })),
});

const opened: Entry = { kind: 'opened', at: 0 };
const joined: Entry = { kind: 'joined', at: 100 };
const CHANGES: RideChange[] = ['requested', 'paid', 'accepted', 'in_progress', 'completed'];

const received = (version: number, at: number, list: ListName = 'riderRides'): Entry => ({
  kind: 'received',
  list,
  rideId: 'ride',
  version,
  at,
});
const shown = (version: number, at: number, list: ListName = 'riderRides'): Entry => ({
  kind: 'shown',
  list,
  rideId: 'ride',
  version,
  changes: list === 'offers' ? null : CHANGES.slice(0, version),
  at,
});
const hidden = (at: number): Entry => ({ kind: 'hidden', list: 'offers', rideId: 'ride', at });

/** Returns the entries for a version that is received, and shown an instant later. */
const arrives = (version: number, at: number, list: ListName = 'riderRides'): Entry[] => [
  received(version, at, list),
  shown(version, at + 1, list),
];

interface Checked {
  viewer?: Viewer;
  ride?: RideHistory;
  faults?: Span[];
  until?: number;
}

/** @returns the violations found in a record */
const check = (
  record: Entry[],
  { viewer = RIDER, ride = rideOf('requested', 'paid'), ...rest }: Checked = {},
) =>
  checkHistory({
    record: [opened, joined, ...record].toSorted((a, b) => a.at - b.at),
    entitled: entitlements(viewer, [ride]),
    faults: [],
    until: 100_000,
    ...rest,
  }).map(({ name, version }) => `${name} ${version}`);

test('a ride received and shown change by change is correct', () => {
  expect(check([...arrives(1, 10_005), ...arrives(2, 20_005)])).toEqual([]);
});

test('an offer that is shown once paid and hidden once accepted is correct', () => {
  const ride = rideOf('requested', 'paid', 'accepted');
  const record = [...arrives(2, 20_005, 'offers'), received(3, 30_005, 'offers'), hidden(30_006)];
  const stranger = { riderId: null, driverId: 'dana' };
  expect(check(record, { viewer: stranger, ride })).toEqual([]);
});

test('a change that is neither received nor shown makes the page stale and is lost', () => {
  expect(check(arrives(1, 10_005))).toEqual(['stale 2', 'lost 2']);
});

test('a ride that is never shown is lost', () => {
  expect(check([], { ride: rideOf('requested') })).toEqual(['lost 1', 'lost 1']);
});

test('a change received only with the next one is lost when no fault is near', () => {
  const ride = rideOf('requested', 'paid', 'accepted');
  expect(check([...arrives(1, 10_005), ...arrives(3, 30_005)], { ride })).toContain('lost 2');
});

test('a change received only with the next one is correct around a fault', () => {
  const ride = rideOf('requested', 'paid', 'accepted');
  const faults = [{ from: 19_000, to: 28_000 }];
  expect(check([...arrives(1, 10_005), ...arrives(3, 30_005)], { ride, faults })).toEqual([]);
});

test('a page that was disconnected has to show missed changes, received or not, or is stale', () => {
  const away: Entry[] = [
    { kind: 'cut', at: 19_000 },
    { kind: 'joined', at: 20_500 },
  ];
  expect(check([...arrives(1, 10_005), ...away, shown(2, 21_000)])).toEqual([]);
  expect(check([...arrives(1, 10_005), ...away])).toEqual(['stale 2']);
});

test('a page that catches up later than five seconds after recovery is stale', () => {
  const faults = [{ from: 19_000, to: 24_000 }];
  const record = (at: number) => [...arrives(1, 10_005), shown(2, at)];
  expect(check(record(28_999), { faults })).toEqual([]);
  expect(check(record(29_001), { faults })).toEqual(['stale 2']);
});

test('a version shown after a higher one is out of order', () => {
  expect(check([...arrives(1, 10_005), ...arrives(2, 20_005), shown(1, 25_000)])).toEqual(['out of order 1']);
});

test('a version received after a higher one is out of order', () => {
  const late = [received(2, 30_010), received(3, 30_005), shown(3, 30_006)];
  const ride = rideOf('requested', 'paid', 'accepted');
  expect(check([...arrives(1, 10_005), shown(2, 20_100), ...late], { ride })).toEqual(['out of order 2']);
});

test('a version received twice when no fault is near is found even if the page shows it once', () => {
  expect(check([...arrives(1, 10_005), ...arrives(2, 20_005), received(2, 20_007)])).toEqual([
    'received twice 2',
  ]);
});

test('a version that the outbox relay repeats after a fault is correct', () => {
  const faults = [{ from: 20_000, to: 21_000 }];
  const record = [...arrives(1, 10_005), ...arrives(2, 20_005), received(2, 23_000)];
  expect(check(record, { faults })).toEqual([]);
});

test('a version applied again is found, unless the page was reloaded', () => {
  const record = [...arrives(1, 10_005), ...arrives(2, 20_005), shown(2, 30_000)];
  expect(check(record)).toEqual(['applied twice 2']);
  const reload: Entry[] = [
    { kind: 'opened', at: 29_000 },
    { kind: 'joined', at: 29_100 },
  ];
  expect(check([...record, ...reload])).toEqual([]);
});

test('an offer shown again after its removal is applied twice and stale', () => {
  const ride = rideOf('requested', 'paid', 'accepted');
  const record = [...arrives(2, 20_005, 'offers'), received(3, 30_005, 'offers'), hidden(30_006)];
  const raised = shown(2, 31_000, 'offers');
  const viewer = { riderId: null, driverId: 'dana' };
  expect(check([...record, raised], { viewer, ride })).toEqual(['applied twice 2', 'stale 3']);
});

test('a driver has to see an accepted ride in their own rides with its whole history', () => {
  const ride = rideOf('requested', 'paid', 'accepted');
  const offer = [...arrives(2, 20_005, 'offers'), received(3, 30_004, 'offers'), hidden(30_005)];
  const own = arrives(3, 30_005, 'driverRides');
  expect(check([...offer, ...own], { viewer: DRIVER, ride })).toEqual([]);
  expect(check(offer, { viewer: DRIVER, ride })).toEqual(['lost 3', 'lost 3']);
});

test('a ride shown without one of its history entries is lost', () => {
  const bare: Entry = {
    kind: 'shown',
    list: 'riderRides',
    rideId: 'ride',
    version: 2,
    changes: ['paid'],
    at: 20_006,
  };
  expect(check([...arrives(1, 10_005), received(2, 20_005), bare])).toEqual(['lost 2']);
});

test('a change that only staff see makes a version, but the rider’s history may omit it', () => {
  const ride = rideOf('requested', 'paid', 'adjusted', 'edited');
  const record = [
    ...arrives(1, 10_005),
    ...arrives(2, 20_005),
    received(3, 30_005),
    { ...shown(2, 30_006), version: 3 },
    received(4, 40_005),
    { ...shown(2, 40_006), version: 4, changes: ['requested', 'paid', 'edited'] },
  ] as Entry[];
  expect(check(record, { ride })).toEqual([]);
});

test('a change is not reported while the page still has time to show it', () => {
  expect(check(arrives(1, 10_005), { until: 21_000 })).toEqual([]);
});

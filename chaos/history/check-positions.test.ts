import { expect, test } from 'vitest';
import type { RideChange } from '#common/rides/ride-states.ts';
import type { Span } from './check-history.ts';
import { checkPositions, type PositionRecord } from './check-positions.ts';
import type { RideHistory, Viewer } from './entitlements.ts';

/** A ride whose driver set off in second 20, and that ended in second 40. */
const CHANGES: RideChange[] = ['paid', 'en_route', 'in_progress', 'completed'];
const ride: RideHistory = {
  id: 'ride',
  riderId: 'robin',
  driverId: 'sam',
  changes: CHANGES.map((change, index) => ({ change, at: (index + 1) * 10_000 })),
};

const [HERE, THERE] = [
  { lat: 36.11, lng: -115.17 },
  { lat: 36.12, lng: -115.18 },
];
const SENT: PositionRecord[] = [
  { name: 'sam', viewer: { riderId: null, driverId: 'sam' }, sent: [{ at: 0, ...HERE }], seen: [] },
  { name: 'nora', viewer: { riderId: null, driverId: 'nora' }, sent: [{ at: 0, ...THERE }], seen: [] },
];
const ROBIN: Viewer = { riderId: 'robin', driverId: null };
const OTHER: Viewer = { riderId: 'robyn', driverId: null };
const STAFF: Viewer = { riderId: null, driverId: null, isStaff: true };

interface Seen {
  by?: Viewer;
  at?: number;
  place?: typeof HERE;
  tripOf?: string | null;
  faults?: Span[];
}

function check({ by = ROBIN, at = 25_000, place = HERE, tripOf = null, faults = [] }: Seen) {
  const seen = [{ at, rideId: 'ride', tripOf, ...place }];
  const records = [...SENT, { name: 'page', viewer: by, sent: [], seen }];
  return checkPositions({ records, rides: [ride], faults }).map(({ text }) =>
    text.replace('page: a position of ride ride ', ''),
  );
}

test('the rider, a viewer of the trip link and staff may receive the positions of a ride', () => {
  expect(check({})).toEqual([]);
  expect(check({ by: STAFF })).toEqual([]);
  expect(check({ by: OTHER, tripOf: 'ride' })).toEqual([]);
});

test('other riders, drivers and viewers of other trip links may not receive the positions of a ride', () => {
  for (const by of [OTHER, { riderId: null, driverId: 'sam' }, { riderId: null, driverId: 'nora' }]) {
    expect(check({ by })).toEqual(['that is not theirs']);
  }
  expect(check({ tripOf: 'another' })).toEqual(['that is not theirs']);
});

test('a position that the driver of the ride did not send is reported', () => {
  expect(check({ place: THERE })).toEqual(['that its driver did not send']);
  expect(check({ place: { lat: 36.2, lng: -115.1 } })).toEqual(['that its driver did not send']);
});

test('a position from before the driver is under way, or over two seconds after the ride’s end, is reported', () => {
  expect(check({ at: 19_999 })).toEqual(['came before its driver was under way']);
  expect(check({ at: 41_500 })).toEqual([]);
  expect(check({ at: 42_500 })).toEqual(['came 2500 ms after its end']);
});

test('around a fault, positions may arrive up to ten seconds after the end of a ride', () => {
  const faults = [{ from: 38_000, to: 41_000 }];
  expect(check({ at: 49_000, faults })).toEqual([]);
  expect(check({ at: 54_000, faults })).toEqual(['came 14000 ms after its end']);
});

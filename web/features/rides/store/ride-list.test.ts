import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DriverRide, RiderRide } from '#common/rides/ride.ts';
import { buildDriverRide, buildRiderRide, NOW, RIDER_ID } from '#web/testing/build-ride.ts';
import {
  beginLoading,
  emptyRideList,
  failLoading,
  mergeRideSnapshot,
  mergeRides,
  type RideList,
  removeRides,
  renewCustomers,
} from './ride-list.ts';

const LATER = new Date('2026-11-21T00:20:00Z');

const empty: RideList<RiderRide> = emptyRideList(RIDER_ID);
const ready = (...rides: RiderRide[]) => mergeRideSnapshot(empty, { before: empty, rides, at: NOW });

test('of two copies of a ride the newer one is kept, in whichever order they arrive', () => {
  const old = buildRiderRide({ version: 2 });
  const current: RiderRide = { ...old, version: 3, status: 'accepted' };

  for (const order of [
    [old, current],
    [current, old],
    [current, current, old],
  ]) {
    const list = order.reduce((now, ride) => mergeRides(now, [ride], NOW), empty);
    expect(list.rides[old.id]).toBe(current);
  }
});

test('an event newer than a loading snapshot is not overwritten by it', () => {
  const old = buildRiderRide({ version: 2 });
  const current: RiderRide = { ...old, version: 3, status: 'accepted' };
  const before = ready(old);

  const list = mergeRideSnapshot(mergeRides(before, [current], NOW), { before, rides: [old], at: LATER });

  expect(list.rides[old.id]).toBe(current);
  expect(list.asOf).toBe(LATER);
});

test('a ride created while a snapshot was loading is kept if the snapshot lacks it', () => {
  const made = buildRiderRide();
  const list = mergeRideSnapshot(mergeRides(empty, [made], NOW), { before: empty, rides: [], at: LATER });
  expect(list.rides).toEqual({ [made.id]: made });
});

test('a ride that a snapshot lacks, and no event has reported since, is dropped', () => {
  const before = ready(buildRiderRide());
  expect(mergeRideSnapshot(before, { before, rides: [], at: LATER }).rides).toEqual({});
});

test('a removed ride is not restored by late copies, only by a newer version', () => {
  const ride = buildRiderRide({ version: 3 });
  const again = { ...ride, version: 5 };
  const before = ready(ride);

  const removed = removeRides(before, [{ id: ride.id, version: 4, reason: 'unassigned' }], LATER);

  expect(removed.rides).toEqual({});
  expect(mergeRides(removed, [ride], LATER).rides).toEqual({});
  expect(mergeRideSnapshot(removed, { before, rides: [ride], at: LATER }).rides).toEqual({});
  expect(mergeRides(removed, [again], LATER).rides).toEqual({ [ride.id]: again });
  expect(removeRides(ready(again), [{ id: ride.id, version: 4, reason: 'unassigned' }], LATER).rides).toEqual(
    { [ride.id]: again },
  );
});

test('of two removals of a ride the later one stays, in whichever order they arrive', () => {
  const ride = buildRiderRide({ version: 4 });
  const first = { id: ride.id, version: 3, reason: 'unassigned' } as const;
  const last = { id: ride.id, version: 5, reason: 'reassigned' } as const;

  for (const order of [
    [first, last],
    [last, first],
  ]) {
    const removed = order.reduce((list, removal) => removeRides(list, [removal], LATER), empty);
    expect(removed.removals).toEqual({ [ride.id]: 'reassigned' });
    expect(mergeRides(removed, [ride], LATER).rides).toEqual({});
  }
});

test('a snapshot renews the customer of a ride at the same version only', () => {
  const shown = buildDriverRide();
  const hidden = { ...shown, customer: null };
  const list = mergeRides(emptyRideList(RIDER_ID) as RideList<DriverRide>, [shown], NOW);

  expect(renewCustomers(list, [hidden]).rides).toEqual({ [shown.id]: hidden });
  expect(renewCustomers(list, [{ ...shown, customer: { ...shown.customer } } as DriverRide])).toBe(list);
  expect(renewCustomers(list, [{ ...hidden, version: shown.version - 1 }])).toBe(list);
});

test('a loaded list stays unchanged while it is reloaded, and when the reload fails', () => {
  const list = ready(buildRiderRide());

  expect(beginLoading(list, RIDER_ID)).toBe(list);
  expect(failLoading(list, 'No answer')).toBe(list);
});

test('a list whose first load failed gives the reason, and loads again when retried', () => {
  const failed = failLoading(empty, 'No answer');

  expect(failed).toMatchObject({ phase: 'failed', problem: 'No answer' });
  expect(beginLoading(failed, RIDER_ID)).toMatchObject({ phase: 'loading', problem: null });
});

test('loading the list of another owner starts with an empty list', () => {
  const list = beginLoading(ready(buildRiderRide()), 'b'.repeat(24));
  expect(list).toEqual(emptyRideList('b'.repeat(24)));
});

test('lost, repeated or late messages never restore older versions, and a final snapshot corrects the list', () => {
  const ids = ['1', '2', '3'].map((digit) => digit.repeat(24));
  const copy = fc.record({ id: fc.constantFrom(...ids), version: fc.integer({ min: 1, max: 6 }) });
  const delivery = fc.oneof(
    fc.array(copy, { maxLength: 3 }).map((copies) => ({ kind: 'event' as const, copies })),
    fc.array(copy, { maxLength: 3 }).map((copies) => ({ kind: 'snapshot' as const, copies })),
    fc.constant({ kind: 'ask' as const, copies: [] }),
  );

  fc.assert(
    fc.property(fc.array(delivery, { maxLength: 30 }), (deliveries) => {
      let list: RideList<{ id: string; version: number }> = emptyRideList(RIDER_ID);
      let before = list;
      for (const { kind, copies } of deliveries) {
        const known = list;
        if (kind === 'ask') before = list;
        if (kind === 'event') list = mergeRides(list, copies, NOW);
        if (kind === 'snapshot') list = mergeRideSnapshot(list, { before, rides: copies, at: NOW });
        for (const [id, { version }] of Object.entries(list.rides))
          expect(version).toBeGreaterThanOrEqual(known.rides[id]?.version ?? 0);
      }

      const truth = ids.map((id) => ({ id, version: 7 }));
      const settled = mergeRideSnapshot(list, { before: list, rides: truth, at: NOW });
      expect(Object.values(settled.rides).toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(truth);
    }),
  );
});

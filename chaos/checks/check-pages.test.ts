import { expect, test } from 'vitest';
import { presentRiderRide } from '#server/rides/present-ride.ts';
import { rideRecord } from '#server/testing/ride-record.ts';
import { comparePage, compareTab } from './check-pages.ts';

const paid = () => rideRecord(['requested', 'paid']);

test('comparePage reports rides that differ in a field, are missing, or should not be shown', () => {
  const ride = paid();
  const viewer = { riderId: ride.riderId, driverId: null };
  const compare = (...riderRides: { id: string; version: number }[]) =>
    comparePage(viewer, { isLive: true, riderRides, driverRides: [], offers: [] }, [ride]);
  const shown = presentRiderRide(ride);
  expect(compare(shown)).toEqual([]);
  expect(compare({ ...shown, pickupLocation: 'Elsewhere' } as typeof shown)).toHaveLength(1);
  expect(compare()).toEqual([`riderRides: ride ${ride.id} is missing`]);
  expect(compare(shown, { id: 'gone', version: 1 })).toEqual([
    'riderRides: ride gone is shown and should not be',
  ]);
});

test('compareTab reports cards that are missing, have a wrong status, or are too many', () => {
  const account = { role: 'rider', email: '', password: '', address: '' } as const;
  const ride = { ...paid(), dropoffLocation: 'Stage door 1-1' };
  const row = { text: 'Bellagio to Stage door 1-1', status: 'Requested' };
  const compare = (...rows: (typeof row)[]) => compareTab(account, { isLive: true, rows }, [ride]);
  expect(compare(row)).toEqual([]);
  expect(compare({ ...row, text: 'Bellagio to Stage door 1-12' })).toEqual([
    'Stage door 1-1 is shown 0 times',
  ]);
  expect(compare({ ...row, status: 'Accepted' })).toEqual(['Stage door 1-1 is not shown as Requested']);
  expect(compare(row, { ...row, text: 'Elsewhere' })).toEqual(['1 rows too many']);
});

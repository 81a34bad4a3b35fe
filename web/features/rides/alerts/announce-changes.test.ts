import { expect, test } from 'vitest';
import { buildDriverRide, buildOffer, buildRiderRide, DRIVER_ID, NOW } from '#web/testing/build-ride.ts';
import { emptyRideList, mergeRideSnapshot, removeRides } from '../store/ride-list.ts';
import { offerAnnouncement, removedRides, statusChanges } from './announce-changes.ts';

test('rides that moved on are announced, not new ones nor what was announced before', () => {
  const ride = buildRiderRide();
  const accepted = { ...ride, status: 'accepted' as const };
  const completed = { ...ride, status: 'completed' as const };
  const renewed = { ...ride, version: ride.version + 1 };
  const other = buildRiderRide();

  expect(statusChanges({ [ride.id]: ride }, { [ride.id]: accepted, [other.id]: other }, NOW)).toEqual([
    'Your driver is on the way!',
  ]);
  expect(statusChanges({ [ride.id]: ride }, { [ride.id]: renewed }, NOW)).toEqual([]);
  expect(statusChanges({ [ride.id]: accepted }, { [ride.id]: completed }, NOW)).toEqual(['Completed']);
});

test('one new offer is announced by its route, several by their number', () => {
  expect(offerAnnouncement([])).toBeNull();
  expect(offerAnnouncement([buildOffer()])).toBe(
    'New ride request: Harry Reid International Airport to Bellagio Hotel & Casino',
  );
  expect(offerAnnouncement([buildOffer(), buildOffer()])).toBe('2 new ride requests');
});

test('a driver is told of rides that left the list, not of those that are over or somebody else’s', () => {
  const before = emptyRideList(DRIVER_ID);
  const [ahead, other] = [buildDriverRide(), buildDriverRide()];
  const list = mergeRideSnapshot(before, { before, rides: [ahead, other], at: NOW });

  const now = removeRides(list, [{ id: ahead.id, version: ahead.version + 1 }], NOW);

  expect(removedRides(list, now)).toEqual([ahead]);
  expect(removedRides(now, list)).toEqual([]);
  expect(removedRides(list, emptyRideList('e'.repeat(24)))).toEqual([]);
});

import { expect, test } from 'vitest';
import { buildOffer, buildRiderRide, NOW } from '#web/testing/build-ride.ts';
import { offerAnnouncement, statusChanges } from './announce-changes.ts';

test('a ride whose status changed is announced; a new ride or an unchanged status is not', () => {
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

test('a single new offer is announced with its route, several with their number', () => {
  expect(offerAnnouncement([])).toBeNull();
  expect(offerAnnouncement([buildOffer()])).toBe(
    'New ride request: Harry Reid International Airport to Bellagio Hotel & Casino',
  );
  expect(offerAnnouncement([buildOffer(), buildOffer()])).toBe('2 new ride requests');
});

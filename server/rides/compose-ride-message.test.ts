import { expect, test } from 'vitest';
import { rideRecord } from '../testing/ride-record.ts';
import { composeRideMessage } from './compose-ride-message.ts';
import { presentDriverRide, presentOffer, presentRiderRide } from './present-ride.ts';

const now = new Date();

/** The lines for rooms, taken apart. */
const linesOf = (announcement: string) =>
  announcement
    .split('\n')
    .slice(1)
    .map((line) => {
      const [, room, event, item = ''] = /^(\S+) (\S+) (.*)$/.exec(line) ?? [];
      return [room, event, JSON.parse(item)];
    });

test('an offer is for its rider and for the drivers of the city, each in its own view', () => {
  const ride = rideRecord(['requested', 'paid']);

  expect(linesOf(composeRideMessage(ride, now))).toEqual([
    [`rider:${ride.riderId}`, 'ride:changed', presentRiderRide(ride)],
    ['offers:las-vegas', 'offer:added', presentOffer(ride)],
  ]);
});

test('an accepted ride is for its rider and its driver, and gone for the others', () => {
  const driverId = 'd'.repeat(24);
  const ride = rideRecord(['requested', 'paid', 'accepted'], { status: 'accepted', driverId });

  expect(linesOf(composeRideMessage(ride, now))).toEqual([
    [`rider:${ride.riderId}`, 'ride:changed', presentRiderRide(ride)],
    [`driver:${driverId}`, 'ride:changed', presentDriverRide(ride, now)],
    ['offers:las-vegas', 'offer:removed', { id: ride.id, version: 3, reason: 'accepted' }],
  ]);
});

test('it begins with the instant of the last change, whatever text the ride holds', () => {
  const ride = rideRecord(['requested'], {
    paymentStatus: 'pending',
    specialRequests: 'two\nlines and spaces',
  });
  const announcement = composeRideMessage(ride, now);

  expect(announcement.split('\n')[0]).toBe(`${Date.parse(ride.history[0]?.at ?? '')}`);
  expect(linesOf(announcement)).toEqual([[`rider:${ride.riderId}`, 'ride:changed', presentRiderRide(ride)]]);
});

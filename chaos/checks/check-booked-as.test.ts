import { expect, test } from 'vitest';
import { rideRecord } from '#server/testing/ride-record.ts';
import { bookedAs } from '../screen/booked-as.ts';
import type { AckedWrite } from '../screen/messages.ts';
import { checkBookedAs } from './check-booked-as.ts';

const ride = rideRecord(['requested', 'paid', 'edited'], { bookingType: 'hourly', hours: 4 });
const THREE = bookedAs({ ...ride, hours: 3 });
const FOUR = bookedAs(ride);

const booked = (as: string): AckedWrite => ({ action: 'booked', rideId: ride.id, as });
const edited = (as: string): AckedWrite => ({ action: 'edited', rideId: ride.id, as });
const asked = (as: string): AckedWrite => ({ action: 'edit asked', rideId: ride.id, as });
const paid = (as: string | null): AckedWrite => ({
  action: 'charge paid',
  rideId: ride.id,
  chargeId: 'charge',
  kind: 'difference',
  paymentIntentId: 'pi',
  amountCents: 100,
  as,
});

test.each([
  ['as it was booked', [booked(FOUR)]],
  ['as it was edited last', [booked(THREE), edited('lux-suv/2/0'), edited(FOUR)]],
  ['as it was paid for, though nobody acknowledged it', [booked(THREE), paid(FOUR)]],
  ['as was asked for at no cost, though nobody acknowledged it', [booked(THREE), asked(FOUR)]],
  ['of somebody who is not here', []],
])('no problem is reported for a ride that is %s', (_what, ackedWrites) => {
  expect(checkBookedAs([ride], ackedWrites)).toEqual([]);
});

test.each([
  ['an edit that was never paid for is made', [booked(THREE)]],
  ['an acknowledged edit is lost', [booked(FOUR), edited(THREE)]],
  ['an edit that was asked for before another comes back', [booked(THREE), asked(FOUR), edited(THREE)]],
  ['a tip changes the ride', [booked(THREE), paid(null)]],
])('a ride that differs from what its rider was told is reported: %s', (_what, ackedWrites) => {
  expect(checkBookedAs([ride], ackedWrites)).toEqual([
    `ride ${ride.id} is ${FOUR}, and its rider was told ${THREE}`,
  ]);
});

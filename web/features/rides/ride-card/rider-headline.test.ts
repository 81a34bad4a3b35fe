import { expect, test } from 'vitest';
import type { RideChange } from '#common/rides/ride-states.ts';
import { buildRiderRide, buildUnpaidRide, NOW } from '#web/testing/build-ride.ts';
import { riderHeadline } from './rider-headline.ts';

const { history: booked } = buildRiderRide();
const after = (...changes: RideChange[]) => [
  ...booked,
  ...changes.map((change, index) => ({ change, at: NOW.toISOString(), version: 3 + index })),
];
const begunAt = (time: string) => [
  ...booked,
  { change: 'in_progress' as const, at: new Date(`2026-11-20T${time}:00-08:00`).toISOString(), version: 3 },
];
const driver = { firstName: 'Sam', vehicle: 'Black Lux SUV' };
const ahead = { scheduledDate: '2026-11-27', scheduledTime: '19:30' };
const accepted = { status: 'accepted' as const, driver };
const over = { status: 'cancelled' as const, ...ahead, history: after('cancelled') };
const PLACE = 'Harry Reid International Airport';

test.each([
  [{}, 'Finding your driver', 'Drivers see your ride. We tell you as soon as one accepts.'],
  [
    { history: after('accepted', 'given_back') },
    'Finding your driver',
    "Your driver can't come. We are finding another driver.",
  ],
  [
    { history: after('still_searching') },
    'We are still looking for your driver',
    'If nobody accepts by 7:00 PM PST, your ride is cancelled and everything you paid goes back.',
  ],
  [
    { paymentStatus: 'on_account' as const, history: after('accepted', 'given_back', 'still_searching') },
    'We are still looking for your driver',
    "Your driver can't come. If nobody accepts by 7:00 PM PST, your ride is cancelled and costs you nothing.",
  ],
  [
    { paymentStatus: 'flagged' as const },
    'Payment under review',
    'What was paid does not match the fare. Our support team is looking into it.',
  ],
  [
    { ...accepted, ...ahead },
    'Your driver is booked for Fri 27 Nov, 7:30 PM PST',
    `Sam picks you up at ${PLACE}. This page shows when they set off.`,
  ],
  [
    { ...accepted, enRouteAt: '2026-11-20T23:54:00.000Z' },
    'Your driver is on the way!',
    `Sam set off for ${PLACE} at 3:54 PM PST.`,
  ],
  [
    { ...accepted, arrivedAt: '2026-11-21T00:10:00.000Z' },
    'Your driver is here',
    `Sam waits at ${PLACE}. Waiting is free until 6:45 PM PST.`,
  ],
  [{ status: 'in_progress' as const }, 'Ride in progress', 'To Bellagio Hotel & Casino.'],
  [
    { status: 'in_progress' as const, bookingType: 'hourly' as const, hours: 3 },
    'Ride in progress',
    'Booked until 9:30 PM PST.',
  ],
  [
    { status: 'in_progress' as const, bookingType: 'hourly' as const, hours: 3, history: begunAt('18:50') },
    'Ride in progress',
    'Booked until 9:50 PM PST.',
  ],
  [{ status: 'completed' as const }, 'Ride completed', `Fri 20 Nov, ${PLACE} to Bellagio Hotel & Casino`],
  [
    { ...over, driver, cancelledBy: 'rider' as const },
    'Ride cancelled',
    'Fri 27 Nov, 7:30 PM PST. Sam has been told.',
  ],
  [
    { ...over, cancelledBy: 'operations' as const },
    'Ride cancelled',
    'Fri 27 Nov, 7:30 PM PST. We had to cancel it.',
  ],
  [
    { ...over, driver, cancelledBy: 'no_show' as const, arrivedAt: '2026-11-20T23:54:00.000Z' },
    'Nobody was at the pickup',
    `Sam waited at ${PLACE} from 3:54 PM to 4:12 PM PST.`,
  ],
  [
    over,
    'No driver was free',
    'Nobody had accepted by Fri 20 Nov, 4:12 PM PST. We are sorry. All of it goes back.',
  ],
  [
    { ...over, paymentStatus: 'on_account' as const },
    'No driver was free',
    'Nobody had accepted by Fri 20 Nov, 4:12 PM PST. We are sorry. It costs you nothing.',
  ],
])('riderHeadline describes the state of a ride with %o', (overrides, sentence, lead) => {
  expect(riderHeadline(buildRiderRide(overrides), NOW)).toEqual({ sentence, lead });
});

test('an unpaid ride says until when it is held, and an expired ride that it was not paid in time', () => {
  expect(riderHeadline(buildUnpaidRide(), NOW)).toEqual({
    sentence: 'Awaiting payment',
    lead: 'Held until 4:38 PM PST. Drivers see it once it is paid.',
  });
  expect(riderHeadline(buildUnpaidRide({ payBy: '2026-11-22T00:05:00.000Z' }), NOW).lead).toBe(
    'Held until Sat 21 Nov, 4:05 PM PST. Drivers see it once it is paid.',
  );
  expect(riderHeadline(buildUnpaidRide({ status: 'cancelled', paymentStatus: 'expired' }), NOW)).toEqual({
    sentence: 'Ride cancelled',
    lead: 'Fri 20 Nov, 6:30 PM PST. It was not paid in time.',
  });
});

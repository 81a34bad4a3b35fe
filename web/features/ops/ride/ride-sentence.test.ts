import { expect, test } from 'vitest';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { buildStaffRide, DRIVER_ID, NOW } from '#web/testing/build-ride.ts';
import { rideSentence } from './ride-sentence.ts';

// The current time is Friday 20 November 2026, 4:12 PM.
const sentence = (overrides: Partial<StaffRide>) => rideSentence(buildStaffRide(overrides), NOW);
const SAM = { driverId: DRIVER_ID, driver: { firstName: 'Sam', vehicle: 'Black Cadillac Escalade' } };

test('the sentence of an unassigned ride says when its pickup is', () => {
  expect(sentence({ scheduledTime: '17:00' })).toBe('Nobody has this ride. Pickup in 48 min.');
  expect(sentence({ scheduledTime: '18:15' })).toBe('Nobody has this ride. Pickup in 2 h 3 min.');
  expect(sentence({ scheduledTime: '16:05' })).toBe('Nobody has this ride. Pickup was 7 min ago.');
  expect(sentence({ scheduledDate: '2026-11-22', scheduledTime: '19:30' })).toBe(
    'Nobody has this ride. Pickup on Sun 22 Nov, 7:30 PM.',
  );
});

test('the sentence of an unpaid ride says until when it is held', () => {
  expect(sentence({ paymentStatus: 'pending' })).toBe('Not paid yet. Held until 4:38 PM.');
  expect(sentence({ paymentStatus: 'pending', payBy: '2026-11-20T23:00:00.000Z' })).toBe('Not paid.');
});

test('the sentence of an assigned ride says whether its driver is due, late, on the way or done', () => {
  expect(sentence({ status: 'accepted', ...SAM })).toBe('Sam drives at 6:30 PM.');
  const underway = {
    status: 'accepted',
    ...SAM,
    scheduledTime: '16:30',
    enRouteAt: NOW.toISOString(),
  } as const;
  expect(sentence(underway)).toBe('Sam is on the way. Pickup in 18 min.');
  expect(sentence({ ...underway, arrivedAt: NOW.toISOString() })).toBe('Sam has arrived. Pickup in 18 min.');
  expect(sentence({ status: 'accepted', ...SAM, scheduledTime: '16:05' })).toBe(
    'Sam is late. Pickup was 7 min ago.',
  );
  expect(
    sentence({ status: 'in_progress', ...SAM, scheduledTime: '14:00', bookingType: 'hourly', hours: 3 }),
  ).toBe('On the way, ends about 5:00 PM.');
  expect(sentence({ status: 'completed', ...SAM, completedAt: '2026-11-21T00:02:00.000Z' })).toBe(
    'Completed at 4:02 PM.',
  );
});

test('the sentence of a cancelled ride says who cancelled it, unless there is a payment problem', () => {
  const cancelled = { status: 'cancelled', paymentStatus: 'refunded' } as const;
  const cancellation = { by: 'operations', feeCents: 0, reason: 'No Lux SUV is free' } as const;

  expect(sentence({ ...cancelled, cancellation })).toBe('We called it off.');
  expect(sentence({ ...cancelled, cancellation: { ...cancellation, by: 'rider' } })).toBe(
    'The rider called it off.',
  );
  expect(sentence({ ...cancelled, cancellation: { ...cancellation, by: 'no_show' } })).toBe(
    'Nobody was at the pickup.',
  );
  expect(sentence(cancelled)).toBe('No driver took it in time.');
  expect(sentence({ status: 'accepted', ...SAM, paymentStatus: 'flagged' })).toBe(
    'What was paid is not what is owed.',
  );
  const refunds = [
    {
      reason: 'cancelled',
      amountCents: 500,
      refundId: 're_1',
      giftCardCents: 0,
      failure: 'expired_card',
    } as const,
  ];
  expect(sentence({ ...cancelled, cancellation, refunds })).toBe('The refund did not arrive.');
});

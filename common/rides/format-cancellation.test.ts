import { expect, test } from 'vitest';
import { buildRiderRide, buildUnpaidRide, NOW } from '#web/testing/build-ride.ts';
import { cancellationCost, cancellationSentence } from './format-cancellation.ts';

/** Paid ten minutes before {@link NOW}, which is 4:12 PM. */
const history = [{ change: 'paid' as const, at: '2026-11-21T00:02:00.000Z', version: 2 }];
const driverId = 'd'.repeat(24);
const accepted = { status: 'accepted' as const, driverId, history };
const soon = { scheduledTime: '17:00', history };

test.each([
  [
    'well ahead',
    { history },
    'Free to cancel until Fri 20 Nov, 5:30 PM PST',
    'Free until Fri 20 Nov, 5:30 PM PST',
  ],
  ['within the hour', soon, 'Cancelling costs $5 once a driver has accepted', 'Free now'],
  [
    'accepted, within the hour',
    { ...soon, ...accepted },
    'Cancelling costs $5, and $10 once your driver has arrived',
    'Costs $5',
  ],
  ['arrived', { ...soon, ...accepted, arrivedAt: NOW.toISOString() }, 'Cancelling costs $10', 'Costs $10'],
])('the texts of a ride state what cancelling costs: %s', (_when, overrides, sentence, cost) => {
  const ride = buildRiderRide(overrides);
  expect(cancellationSentence(ride, NOW)).toBe(sentence);
  expect(cancellationCost(ride, NOW)).toBe(cost);
});

test('the text of an unpaid ride states what cancelling it will cost', () => {
  expect(cancellationSentence(buildUnpaidRide(), NOW)).toBe('Free to cancel until Fri 20 Nov, 5:30 PM PST');
  expect(cancellationSentence(buildUnpaidRide({ scheduledTime: '17:00' }), NOW)).toBe(
    'Cancelling costs $5 once a driver has accepted',
  );
});

test('cancelling a cheap ride costs at most half of it, and cancelling a waived ride is free', () => {
  const { fare } = buildRiderRide();
  const ride = buildRiderRide({ ...soon, ...accepted, fare: { ...fare, totalCents: 800 } });
  expect(cancellationSentence(ride, NOW)).toBe('Cancelling costs $4, and $4 once your driver has arrived');
  expect(cancellationSentence({ ...ride, paymentStatus: 'waived' }, NOW)).toBe('Free to cancel');
});

test('cancelling a ride paid by promo code is free until an edit is paid by card', () => {
  const { fare } = buildRiderRide();
  const booked = { ...fare, totalCents: 0 };
  const ride = buildRiderRide({ ...soon, ...accepted, paymentStatus: 'waived', fare: booked });
  expect(cancellationCost(ride, NOW)).toBe('Free now');
  const edited = { ...ride, bookedFare: booked, fare: { ...fare, totalCents: 4_000 } };
  expect(cancellationCost(edited, NOW)).toBe('Costs $5');
});

test('a ride that has begun or is over cannot be cancelled', () => {
  for (const status of ['in_progress', 'completed', 'cancelled'] as const) {
    expect(cancellationSentence(buildRiderRide({ status }), NOW)).toBeNull();
  }
});

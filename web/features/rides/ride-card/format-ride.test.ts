import { expect, test } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import type { RideStatus } from '#common/rides/ride-states.ts';
import { buildRiderRide, NOW } from '#web/testing/build-ride.ts';
import {
  formatBooking,
  formatCancellation,
  formatFare,
  formatPickup,
  riderSentence,
  riderStatus,
} from './format-ride.ts';

const AT = '2026-11-20T20:00:00.000Z';

test('a ride with a flagged payment that its rider cancelled was charged, and its refund is on its way once owed', () => {
  const [requested] = buildRiderRide().history;
  const history = [
    ...(requested ? [requested] : []),
    { change: 'flagged', at: AT, version: 2 } as const,
    { change: 'cancelled', at: AT, version: 3 } as const,
  ];
  const ride = { status: 'cancelled', cancelledBy: 'rider', paymentStatus: 'expired', history } as const;
  expect(formatCancellation(buildRiderRide({ ...ride, isLateRefundOwed: true }))).toBe(
    'Your refund is on its way.',
  );
  expect(formatCancellation(buildRiderRide({ ...ride, refundedAmount: '$159.82' }))).toBe(
    '$159.82 went back to your card.',
  );
});

test('a pickup is formatted as Today or with its day, in the time zone offset of its date', () => {
  expect(formatPickup('2026-11-20', '18:30', NOW)).toMatchObject({
    day: 'Today',
    longDay: 'Today, Fri 20 Nov',
    time: '6:30 PM PST',
    dateTime: '2026-11-21T02:30:00.000Z',
  });
  expect(formatPickup('2026-11-23', '07:15', NOW)).toMatchObject({
    day: 'Mon 23 Nov',
    longDay: 'Mon 23 Nov',
  });
  expect(formatPickup('2027-07-01', '07:15', NOW)).toMatchObject({
    day: 'Thu 1 Jul 2027',
    time: '7:15 AM PDT',
  });
});

test('an invalid pickup date and time are returned unchanged', () => {
  expect(formatPickup('2026-02-30', '25:00', NOW)).toMatchObject({ day: '2026-02-30', time: '25:00' });
});

test('a booking is formatted with its type and hours', () => {
  expect(formatBooking({ bookingType: 'point-to-point', hours: null })).toBe('Point to Point');
  expect(formatBooking({ bookingType: 'hourly', hours: 1 })).toBe('Hourly, 1 hour');
  expect(formatBooking({ bookingType: 'hourly', hours: 2.5 })).toBe('Hourly, 2.5 hours');
});

test('the fare is the estimate until the actual fare is known', () => {
  const ride = buildRiderRide({ estimatedFare: '$1012.44' });
  expect(formatFare(ride)).toEqual({ label: 'Estimated fare', amount: '$1,012.44' });
  expect(formatFare({ ...ride, actualFare: '$0.00' })).toEqual({ label: 'Fare', amount: '$0.00' });
});

test.each([
  [{ paymentStatus: 'expired' }, 'It was not paid in time. You have not been charged.'],
  [
    { paymentStatus: 'expired', giftCardId: 'x' },
    'It was not paid in time. You have not been charged. Your gift card balance is restored.',
  ],
  [
    { paymentStatus: 'expired', isLateRefundOwed: true },
    'It was not paid in time. Your refund is on its way.',
  ],
  [{ paymentStatus: 'refunded', refundedAmount: '$1012.44' }, '$1,012.44 went back to your card.'],
] as const)('a ride cancelled before it was paid, %o, says what happened to the money', (money, words) => {
  const history = buildRiderRide().history.slice(0, 1);
  expect(formatCancellation(buildRiderRide({ status: 'cancelled', history, ...money }))).toBe(words);
});

test('a leg without a share of the late payment of its return trip says that the payment is refunded', () => {
  const [requested] = buildRiderRide().history;
  const leg = {
    status: 'cancelled',
    paymentStatus: 'refunded',
    history: requested ? [requested] : [],
  } as const;

  expect(formatCancellation(buildRiderRide(leg))).toBe('Your payment is refunded in full.');
});

test('a flagged payment is on its way back only while its refund is owed: it may have been refunded at Stripe', () => {
  const { history } = buildRiderRide();
  const flagged = { change: 'flagged', at: NOW.toISOString(), version: 2 } as const;
  const cancelled = { status: 'cancelled' as const, history: [...history.slice(0, 1), flagged] };
  const money = (overrides: Partial<RiderRide>) =>
    formatCancellation(buildRiderRide({ ...cancelled, ...overrides }));

  expect(money({ paymentStatus: 'expired', isLateRefundOwed: true })).toBe(
    'It was not paid in time. Your refund is on its way.',
  );
  // Held for its payment again after the refund at Stripe, and not paid.
  expect(money({ paymentStatus: 'expired' })).toBe(
    'It was not paid in time. Your payment is refunded in full.',
  );
  expect(money({ paymentStatus: 'refunded', refundedAmount: '$159.82' })).toBe(
    '$159.82 went back to your card.',
  );
});

test.each([
  [{ paymentStatus: 'paid' }, 'Your refund is on its way.'],
  [{ paymentStatus: 'waived', giftCardId: 'x' }, 'Your refund is on its way.'],
  [{ paymentStatus: 'waived' }, 'You have not been charged.'],
  [{ paymentStatus: 'refunded' }, 'You have not been charged.'],
  [
    { paymentStatus: 'refunded', refundedAmount: '$1012.44', refundedToGiftCard: '$100.00' },
    '$1,012.44 went back to your card. $100.00 went back to your gift card.',
  ],
  [
    { paymentStatus: 'refunded', refundFailedAmount: '$1012.44', refundedToGiftCard: '$100.00' },
    '$1,012.44 could not be sent back to your card. Our support team will write to you about it. $100.00 went back to your gift card.',
  ],
] as const)('a paid ride that found no driver, %o, says what happened to the money', (money, words) => {
  expect(formatCancellation(buildRiderRide({ status: 'cancelled', ...money }))).toBe(
    `No driver could take this ride. ${words}`,
  );
});

test.each([
  [
    { cancelledBy: 'operations', paymentStatus: 'paid' },
    'We had to cancel this ride. Your refund is on its way.',
  ],
  [
    { cancelledBy: 'operations', paymentStatus: 'refunded', refundedAmount: '$159.82' },
    'We had to cancel this ride. $159.82 went back to your card.',
  ],
  [
    { cancelledBy: 'rider', paymentStatus: 'paid', refundedAmount: '$154.82', cancellationFee: '$5.00' },
    'You cancelled this ride. $154.82 went back to your card. $5.00 was kept.',
  ],
  [
    { cancelledBy: 'rider', paymentStatus: 'on_account', cancellationFee: '$5.00' },
    'You cancelled this ride. $5.00 stays on your account.',
  ],
  [
    { cancelledBy: 'operations', paymentStatus: 'on_account' },
    'We had to cancel this ride. You have not been charged.',
  ],
] as const)('a paid ride that was cancelled, %o, says by whom and what was kept', (money, words) => {
  expect(formatCancellation(buildRiderRide({ status: 'cancelled', ...money }))).toBe(words);
});

const paidEdit: RiderRide['charges'][number] = {
  id: 'c'.repeat(24),
  kind: 'difference',
  amountCents: 7_393,
  status: 'paid',
  reason: '4 hours',
  card: { brand: 'visa', last4: '4242' },
};

test.each([
  ['paid', { status: 'paid' }, {}, 'Your refund is on its way.'],
  ['refund not sent yet', { status: 'refunded' }, {}, 'Your refund is on its way.'],
  [
    'refunded',
    { status: 'refunded', refundedAt: AT },
    { refundedAmount: '$73.93' },
    '$73.93 went back to your card.',
  ],
  [
    'refund failed',
    { status: 'refunded', refundedAt: AT, isFailed: true },
    { refundFailedAmount: '$73.93' },
    '$73.93 could not be sent back to your card. Our support team will write to you about it.',
  ],
  [
    'partly kept',
    { status: 'paid' },
    { refundedAmount: '$68.93', cancellationFee: '$5.00' },
    '$68.93 went back to your card. $5.00 was kept.',
  ],
] as const)(
  'a cancelled promo-code ride says what happened to the card payment of its edit: %s',
  (_how, charge, money, words) => {
    const charges = [{ ...paidEdit, ...charge }];
    const ride = { status: 'cancelled', cancelledBy: 'rider', paymentStatus: 'waived' } as const;
    expect(formatCancellation(buildRiderRide({ ...ride, ...money, charges }))).toBe(
      `You cancelled this ride. ${words}`,
    );
  },
);

/** A fare fully covered by promo code and gift card. */
const COVERED = { ...buildRiderRide().fare, totalCents: 0 };

test('a ride moved to another day while nobody accepts is again shown as finding a driver', () => {
  const searching = [
    ...buildRiderRide().history,
    { change: 'still_searching' as const, at: NOW.toISOString(), version: 3 },
  ];
  const moved = [...searching, { change: 'edited' as const, at: NOW.toISOString(), version: 4 }];
  const inHalfAnHour = { scheduledTime: '16:42' };

  expect(riderSentence(buildRiderRide({ ...inHalfAnHour, history: searching }), NOW)).toBe(
    'We are still looking for your driver',
  );
  expect(riderSentence(buildRiderRide({ scheduledDate: '2026-11-27', history: moved }), NOW)).toBe(
    'Finding your driver',
  );
});

/** A status from a server that is newer than this build. */
const unknownStatus = 'no_show' as RideStatus;

test.each([
  [{ status: 'requested', paymentStatus: 'pending' }, 'Awaiting payment', null],
  [{ status: 'requested', paymentStatus: 'pending', fare: COVERED }, 'Not confirmed', null],
  [{ status: 'requested' }, 'Requested', 'Finding your driver'],
  [{ status: 'requested', paymentStatus: 'waived' }, 'Requested', 'Finding your driver'],
  [{ status: 'requested', paymentStatus: 'flagged' }, 'Payment under review', null],
  [{ status: 'accepted' }, 'Accepted', 'Your driver is on the way!'],
  [
    { status: 'accepted', scheduledDate: '2026-11-27', scheduledTime: '19:30' },
    'Accepted',
    'Your driver is booked for Fri 27 Nov, 7:30 PM PST',
  ],
  // Pickups 24 hours and one minute ahead, and exactly 24 hours ahead.
  [
    { status: 'accepted', scheduledDate: '2026-11-21', scheduledTime: '16:13' },
    'Accepted',
    'Your driver is booked for Sat 21 Nov, 4:13 PM PST',
  ],
  [
    { status: 'accepted', scheduledDate: '2026-11-21', scheduledTime: '16:12' },
    'Accepted',
    'Your driver is on the way!',
  ],
  [
    { status: 'accepted', scheduledDate: '2026-11-27', enRouteAt: '2026-11-21T00:10:00.000Z' },
    'On the way',
    'Your driver is on the way!',
  ],
  [{ status: 'accepted', arrivedAt: '2026-11-21T00:10:00.000Z' }, 'Arrived', 'Your driver is here'],
  [{ status: 'in_progress', arrivedAt: '2026-11-21T00:10:00.000Z' }, 'In progress', 'Ride in progress'],
  [{ status: 'completed' }, 'Completed', null],
  [{ status: unknownStatus }, 'no_show', null],
] as const)('a ride with %o has the status label “%s”', (fields, label, sentence) => {
  const ride = buildRiderRide(fields);
  expect(riderStatus(ride).label).toBe(label);
  expect(riderSentence(ride, NOW)).toBe(sentence);
});

import { expect, test } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { buildRiderRide } from '#web/testing/build-ride.ts';
import { refundOnItsWay, refundResult } from './refund-result.ts';

const NOTHING = { feeCents: 0, toCardCents: 0, toGiftCardCents: 0 };
const charges: RiderRide['charges'] = [
  { id: 'c'.repeat(24), kind: 'difference', amountCents: 7_393, status: 'paid', reason: '4 hours' },
];

test.each([
  ['covered by a promo code', { paymentStatus: 'waived' }, 'You have not been charged.'],
  ['covered by a promo code, with a paid edit', { paymentStatus: 'waived', charges }, ''],
  ['paid, and later refunded by hand', { paymentStatus: 'paid' }, ''],
] as const)(
  'a ride with nothing to refund (%s) is called uncharged only when nothing was charged',
  (_how, ride, detail) => {
    expect(refundResult(buildRiderRide({ charges: [], ...ride }), NOTHING)).toEqual({
      headline: 'There is nothing to refund',
      detail,
    });
  },
);

const SUMS = { feeCents: 500, toCardCents: 0, toGiftCardCents: 2_000 };
const driver = { firstName: 'Sam', vehicle: 'Black Cadillac Escalade, NV 218-QKD' };

test.each([
  ['under review', { paymentStatus: 'flagged' }, SUMS, 'You get back everything you paid', ''],
  [
    'on account, with a fee',
    { paymentStatus: 'on_account' },
    SUMS,
    '$5.00 stays on your account',
    "$5.00 is kept for your driver's way to you.",
  ],
  [
    'on account, without a fee',
    { paymentStatus: 'on_account' },
    NOTHING,
    'Nothing stays on your account',
    '',
  ],
  [
    'paid by gift card, while the driver waits',
    { driver, arrivedAt: '2026-11-21T00:12:00.000Z' },
    SUMS,
    'You get back $20.00 to your gift card',
    '$5.00 is kept: Sam is at the pickup.',
  ],
  [
    'paid by card',
    {},
    { feeCents: 0, toCardCents: 3_000, toGiftCardCents: 0 },
    'You get back $30.00 to Visa 4242',
    'A card refund takes 5 to 7 business days to arrive.',
  ],
] as const)(
  'the refund of a ride %s says what is returned and what is kept',
  (_how, ride, sums, headline, detail) => {
    expect(refundResult(buildRiderRide(ride), sums)).toEqual({ headline, detail });
  },
);

test('after a cancellation the rider reads which refund is on its way, if any', () => {
  const ride = buildRiderRide();

  expect(refundOnItsWay(ride, { ...SUMS, toCardCents: 3_000 })).toBe('$30.00 is on its way to Visa 4242');
  expect(refundOnItsWay(ride, SUMS)).toBe('$20.00 is on its way to your gift card');
  expect(refundOnItsWay(ride, NOTHING)).toBe('Your booking is cancelled');
});

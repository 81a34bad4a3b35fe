import { expect, test } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { buildRiderRide } from '#web/testing/build-ride.ts';
import { refundResult } from './refund-result.ts';

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

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
  ['the same, and an edit of it was paid', { paymentStatus: 'waived', charges }, ''],
  ['paid, and refunded by hand since', { paymentStatus: 'paid' }, ''],
] as const)(
  'of a ride that gives nothing back, %s, nobody reads of a charge what is not so',
  (_how, ride, detail) => {
    expect(refundResult(buildRiderRide({ charges: [], ...ride }), NOTHING)).toEqual({
      headline: 'There is nothing to refund',
      detail,
    });
  },
);

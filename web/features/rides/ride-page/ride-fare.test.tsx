import { expect, test } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { buildRiderRide, buildUnpaidRide, NOW } from '#web/testing/build-ride.ts';
import { rideMoney } from './ride-fare.tsx';

const amounts = (ride: RiderRide) => {
  const { rows, total, later } = rideMoney(ride, NOW);
  return [...rows, total, ...later].map(({ label, amount }) => `${label} ${amount}`);
};

test('rideMoney lists what paid for a ride, what was kept and what was refunded', () => {
  const ride = buildRiderRide();
  const fare = { ...ride.fare, giftCardCents: 5_000, totalCents: ride.fare.fareCents - 5_000 };
  expect(amounts({ ...ride, fare })).toEqual([
    'Fare $159.82',
    'Gift card −$50.00',
    'Visa ending 4242 $109.82',
  ]);
  const made = { toGiftCardCents: 0, at: NOW.toISOString(), isFailed: false };
  const refunds = [{ ...made, toCardCents: 1_700 }];
  expect(amounts({ ...ride, status: 'completed', actualFare: '$142.82', refunds })).toEqual([
    'Visa ending 4242 $159.82',
    'Final fare $142.82',
    'Back to Visa 4242 $17.00',
  ]);
  const charges: RiderRide['charges'] = [
    { id: 'c'.repeat(24), kind: 'extension', amountCents: 5_982, status: 'paid', reason: null },
  ];
  expect(amounts({ ...ride, bookedFare: { ...ride.fare, totalCents: 10_000 }, charges })).toEqual([
    'Fare $159.82',
    'Visa ending 4242 $100.00',
    'More time $59.82',
  ]);
  const cancelled = { ...ride, status: 'cancelled' as const, cancelledBy: 'rider' as const };
  const kept = { refunds: [{ ...made, toCardCents: 15_482 }], cancellationFee: '$5.00' };
  expect(amounts({ ...cancelled, ...kept })).toEqual([
    'Fare $159.82',
    'Cancellation fee $5.00',
    'Back to Visa 4242 $154.82',
  ]);
  expect(amounts(buildUnpaidRide())).toEqual(['To pay $159.82']);
  expect(amounts({ ...ride, paymentStatus: 'on_account' })).toEqual(['On account $159.82']);
});

test('a ride on account shows what stays on the account: the final fare, or the fee of its cancellation', () => {
  const ride = buildRiderRide({ paymentStatus: 'on_account', payment: null });
  const fare = 'Fare $159.82';
  expect(amounts({ ...ride, status: 'completed', actualFare: ride.estimatedFare })).toEqual([
    'On account $159.82',
  ]);
  expect(amounts({ ...ride, status: 'completed', actualFare: '$120.00' })).toEqual([
    ...[fare, 'Final fare $120.00', 'On account $120.00'],
  ]);
  const cancelled = { ...ride, status: 'cancelled', cancelledBy: 'rider' } as const;
  expect(amounts({ ...cancelled, cancellationFee: '$5.00' })).toEqual([
    ...[fare, 'Cancellation fee $5.00', 'On account $5.00'],
  ]);
  expect(amounts(cancelled)).toEqual([fare, 'On account $0.00']);
});

test('a cancelled ride whose late payment is owed back does not count as not paid', () => {
  const ride = buildRiderRide({ status: 'cancelled', paymentStatus: 'expired', history: [] });
  expect(amounts(ride)).toEqual(['Not paid $159.82']);
  expect(amounts({ ...ride, isLateRefundOwed: true })).toEqual(['Booked for $159.82']);
  const flagged = { change: 'flagged', at: NOW.toISOString(), version: 2 } as const;
  expect(amounts({ ...ride, history: [flagged] })).toEqual(['Booked for $159.82']);
});

test('the refund of a charge is shown in the line of the charge only', () => {
  const charges: RiderRide['charges'] = [
    { id: 'c'.repeat(24), kind: 'adjustment', amountCents: 2_000, status: 'refunded', reason: 'A stop' },
  ];
  expect(amounts(buildRiderRide({ charges, refundedAmount: '$20.00' }))).toEqual([
    'Visa ending 4242 $159.82',
    'A stop, refund on its way $20.00',
  ]);
});

test('a remainder under 50 cents is waived in a line of its own', () => {
  const { fare } = buildRiderRide();
  const covered = { fare: { ...fare, giftCardCents: 15_952, totalCents: 0 } };
  const lines = ['Fare $159.82', 'Gift card −$159.52', 'Waived, under 50 cents −$0.30'];
  expect(amounts(buildUnpaidRide(covered))).toEqual([...lines, 'To pay $0.00']);
  const ofPromo = { fare: { ...fare, promoCents: 15_942, fareCents: 40, totalCents: 0 } };
  expect(amounts(buildUnpaidRide(ofPromo))).toEqual([
    'Fare $0.40',
    'Waived, under 50 cents −$0.40',
    'To pay $0.00',
  ]);
  const onAccount = buildRiderRide({ ...ofPromo, paymentStatus: 'on_account' });
  expect(amounts(onAccount)).toEqual(['On account $0.40']);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CancellableRide,
  cancellationFee,
  feeForCancelling,
  freeUntil,
  type SettledRide,
} from './cancellation.ts';

const NOW = new Date('2026-11-22T20:00:00Z');
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000).toISOString();

/** A ride for $233.58, paid an hour ago, accepted, with pickup in half an hour. */
const ride = (overrides: Partial<CancellableRide> = {}): CancellableRide => ({
  driverId: 'a'.repeat(24),
  scheduledAt: minutes(30),
  history: [{ change: 'paid', at: minutes(-60) }],
  paidCents: 23_358,
  arrivedAt: null,
  ...overrides,
});

type FeeCase = Partial<Omit<SettledRide, 'fare'>> & { fare?: Partial<SettledRide['fare']> };

test.each([
  ['shortly before the pickup', {}, 500],
  ['after its driver has arrived', { arrivedAt: minutes(-1) }, 1_000],
  ['while no driver has accepted', { driverId: null }, 0],
  ['within two minutes of paying', { history: [{ change: 'paid', at: minutes(-1.9) }] } as const, 0],
  ['two minutes after paying', { history: [{ change: 'paid', at: minutes(-2) }] } as const, 500],
  ['more than an hour before the pickup', { scheduledAt: minutes(60.1) }, 0],
  ['an hour before the pickup', { scheduledAt: minutes(60) }, 500],
  ['never more than half of what was paid', { paidCents: 901 }, 450],
  ['arrived, and never more than half', { paidCents: 1_999, arrivedAt: minutes(-1) }, 999],
  ['paid by a promo code alone', { paidCents: 0 }, 0],
])('a rider pays the cancellation fee and operations never do: %s', (_when, overrides, feeCents) => {
  expect(cancellationFee(ride(overrides), NOW, 'rider')).toBe(feeCents);
  expect(cancellationFee(ride(overrides), NOW, 'operations')).toBe(0);
});

test.each([
  ['a card', { paymentStatus: 'paid' as const }, 500],
  [
    'a gift card alone',
    { paymentStatus: 'waived' as const, fare: { totalCents: 0, giftCardCents: 800 } },
    400,
  ],
  ['a card, most of which was given back', { refundableCents: 120 }, 120],
  ['nothing yet, but on account', { paymentStatus: 'on_account' as const, refundableCents: 0 }, 500],
  ['nothing', { paymentStatus: 'pending' as const }, 0],
])('the fee for cancelling a ride paid with %s', (_how, { fare, ...overrides }: FeeCase, feeCents) => {
  const { paidCents: _, ...cancellable } = ride();
  const paid = { paymentStatus: 'paid' as const, refundableCents: 23_358 };
  const sums = { fareCents: 23_358, totalCents: 23_358, giftCardCents: 0, ...fare };
  const settled = { ...cancellable, ...paid, ...overrides, fare: sums };
  expect(feeForCancelling(settled, NOW, 'rider')).toBe(feeCents);
  expect(feeForCancelling(settled, NOW, 'operations')).toBe(0);
});

test('cancelling is free until two minutes after paying or an hour before pickup, whichever is later', () => {
  expect(freeUntil(ride())).toEqual(new Date(minutes(-30)));
  expect(freeUntil(ride({ history: [{ change: 'paid', at: minutes(-1) }] }))).toEqual(new Date(minutes(1)));
});

test('the cancellation fee is whole cents, at most $10 and at most half of what was paid', () => {
  const any = fc.record({
    paidCents: fc.nat(200_000),
    scheduledAt: fc.integer({ min: -600, max: 600 }).map(minutes),
    arrivedAt: fc.constantFrom(null, minutes(-1)),
  });
  fc.assert(
    fc.property(any, (overrides) => {
      const feeCents = cancellationFee(ride(overrides), NOW, 'rider');
      expect(Number.isInteger(feeCents)).toBe(true);
      expect(feeCents).toBeLessThanOrEqual(Math.min(1_000, overrides.paidCents / 2));
    }),
  );
});

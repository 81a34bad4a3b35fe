import { expect, test } from 'vitest';
import { completionSums } from './completion-sums.ts';

/** A Lux Sedan for three hours at $233.58, of which two hours cost $155.72; less a promo code. */
const quoteWith = (promoCents: number) => ({
  paidCents: 23_358 - promoCents,
  fareCents: 23_358 - promoCents,
  promoCents,
  baseCents: 16_500,
  gratuityCents: 3_563,
  waitingCents: 0,
  usedHours: 2,
  byHours: [],
});

test('the refund is at most what is left after earlier refunds, and zero for a ride on account', () => {
  const quote = { ...quoteWith(0), waitingCents: 1_000 };
  const back = (refundableCents?: number) =>
    completionSums({ ...quote, ...(refundableCents !== undefined && { refundableCents }) }, 15_572).backCents;

  expect([back(), back(23_358), back(5_000), back(500), back(0)]).toEqual([6_786, 6_786, 4_000, 0, 0]);
});

test('a promo code changes neither the refund for unused hours nor the driver’s share', () => {
  const [plain, reduced] = [0, 2_500].map((promoCents) =>
    completionSums(quoteWith(promoCents), 15_572 - promoCents),
  );

  expect(plain).toMatchObject({ backCents: 7_786, shareCents: 11_175 });
  expect(reduced).toMatchObject({ backCents: 7_786, shareCents: 11_175 });
});

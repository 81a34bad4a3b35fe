import { expect, test } from 'vitest';
import { completionSums } from './completion-sums.ts';

/** Three hours of a Lux Sedan, $233.58, for two of which $155.72 are due; less a promo code. */
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

test('a promo code changes what goes back, and not what the driver earns', () => {
  const [plain, reduced] = [0, 2_500].map((promoCents) =>
    completionSums(quoteWith(promoCents), 15_572 - promoCents),
  );

  expect(plain).toMatchObject({ backCents: 7_786, shareCents: 11_175 });
  expect(reduced).toMatchObject({ backCents: 7_786, shareCents: 11_175 });
});

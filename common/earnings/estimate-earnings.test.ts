import { expect, test } from 'vitest';
import { estimateEarnings } from './estimate-earnings.ts';

test('earnings for 25 hours a week in a luxury SUV are estimated per week, month and year', () => {
  expect(estimateEarnings([55, 75], 25)).toEqual({
    weekly: { lowCents: 110_000, highCents: 150_000, averageCents: 130_000 },
    monthly: { lowCents: 476_300, highCents: 649_500, averageCents: 562_900 },
    yearly: { lowCents: 5_720_000, highCents: 7_800_000, averageCents: 6_760_000 },
  });
});

test('the average of an earnings estimate is not rounded to whole dollars', () => {
  expect(estimateEarnings([45, 60], 5)).toMatchObject({
    weekly: { averageCents: 21_000 },
    monthly: { averageCents: 90_930 },
  });
  expect(estimateEarnings([75, 120], 5).monthly).toEqual({
    lowCents: 129_900,
    highCents: 207_840,
    averageCents: 168_870,
  });
});

import { expect, test } from 'vitest';
import { chartTicks, percentAcross } from './earnings-chart.tsx';

test('the scale ends on the first mark that holds the most', () => {
  expect(chartTicks(360_000)).toEqual([0, 100_000, 200_000, 300_000, 400_000]);
  expect(chartTicks(288_000)).toEqual([0, 100_000, 200_000, 300_000]);
  expect(chartTicks(500_000)).toEqual([0, 100_000, 200_000, 300_000, 400_000, 500_000]);
});

test('large amounts are marked in wider steps', () => {
  expect(chartTicks(720_000)).toEqual([0, 200_000, 400_000, 600_000, 800_000]);
  expect(chartTicks(840_000)).toHaveLength(6);
});

test('the least hours stand at the left edge and the most at the right', () => {
  expect([5, 60].map(percentAcross)).toEqual([0, 100]);
});

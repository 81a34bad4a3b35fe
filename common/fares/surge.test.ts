import { expect, test } from 'vitest';
import { surgeTierOf } from './surge.ts';

const calendar = [
  { date: '2026-12-31', tier: 'special-event', name: "New Year's Eve" },
  { date: '2026-12-31', tier: 'fight-night', name: 'Title fight' },
  { date: '2026-12-12', tier: 'fight-night', name: 'Title fight' },
] as const;

test.each([
  ['2026-12-30', 'standard'],
  ['2026-12-11', 'weekend'],
  ['2026-12-12', 'fight-night'],
  ['2026-12-31', 'special-event'],
])('%s is charged as %s', (date, tier) => {
  expect(surgeTierOf(date, calendar)).toBe(tier);
});

import { expect, test } from 'vitest';
import { surgeNote, surgeTierOf } from './surge.ts';

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
])('rides on %s are charged at the %s rate', (date, tier) => {
  expect(surgeTierOf(date, calendar)).toBe(tier);
});

const named = [
  { date: '2026-12-05', tier: 'special-event', name: 'National Finals Rodeo' },
  { date: '2026-12-08', tier: 'fight-night', name: 'Title fight' },
  { date: '2026-12-09', tier: 'standard', name: 'A quiet day' },
] as const;

test.each([
  ['2026-11-24', null],
  ['2026-11-27', 'Weekend rate: base fare × 1.25'],
  ['2026-12-05', 'National Finals Rodeo, special event rate: base fare × 1.5'],
  ['2026-12-08', 'Title fight, fight night rate: base fare × 1.25'],
  ['2026-12-09', null],
  ['', null],
])('the surge note for the date "%s" is %j', (date, note) => {
  expect(surgeNote(date, named)).toBe(note);
});

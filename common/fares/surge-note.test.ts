import { expect, test } from 'vitest';
import { surgeNote } from './surge-note.ts';

const calendar = [
  { date: '2026-12-05', tier: 'special-event', name: 'National Finals Rodeo' },
  { date: '2026-12-09', tier: 'standard', name: 'A quiet day' },
] as const;

test.each([
  ['2026-11-24', null],
  ['2026-11-27', 'Weekend rate: base fare × 1.25'],
  ['2026-12-05', 'National Finals Rodeo: base fare × 1.5'],
  ['2026-12-09', null],
  ['', null],
])('on "%s" it says %j', (date, note) => {
  expect(surgeNote(date, calendar)).toBe(note);
});

import { expect, test } from 'vitest';
import { shortAge } from './inbox-names.ts';

test.each([
  [30, 'now'],
  [38 * 60, '38 min'],
  [59 * 60 + 59, '59 min'],
  [5 * 3_600, '5 h'],
  [86_400, '1 d'],
  [86_400 * 12, '12 d'],
])('an age of %i seconds is written as %s', (seconds, text) => {
  const now = new Date('2026-11-20T16:12:00-08:00');

  expect(shortAge(new Date(now.getTime() - seconds * 1_000), now)).toBe(text);
});

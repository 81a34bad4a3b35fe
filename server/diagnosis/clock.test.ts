import { expect, test } from 'vitest';
import { clockFinding } from './clock.ts';

test.each([
  ['the same', 1_000, 'well'],
  ['read a second after we asked, which may be the way', 2_000, 'well'],
  ['ten seconds ahead', 12_000, 'warning'],
  ['ten seconds behind', -9_000, 'warning'],
  ['five minutes ahead', 301_000, 'fault'],
])('the finding for a clock that is %s has the right state', (_what, theirs, state) => {
  expect(clockFinding(theirs, { before: 1_000, after: 2_000 }).state).toBe(state);
});

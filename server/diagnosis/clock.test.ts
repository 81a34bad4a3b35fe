import { expect, test } from 'vitest';
import { clockFinding } from './clock.ts';

test.each([
  ['the same', 1_000, 'well'],
  ['read a second after we asked, which may be the way', 2_000, 'well'],
  ['less than two seconds ahead', 3_999, 'well'],
  ['less than two seconds behind', -999, 'well'],
  ['two seconds ahead', 4_000, 'warning'],
  ['two seconds behind', -1_000, 'warning'],
  ['less than a minute ahead', 61_999, 'warning'],
  ['less than a minute behind', -58_999, 'warning'],
  ['a minute ahead', 62_000, 'fault'],
  ['a minute behind', -59_000, 'fault'],
])('the finding for a clock that is %s has the right state', (_what, theirs, state) => {
  expect(clockFinding(theirs, { before: 1_000, after: 2_000 }).state).toBe(state);
});

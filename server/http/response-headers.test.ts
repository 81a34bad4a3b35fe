import { expect, test } from 'vitest';
import { setUpTestApp, testAppUrl } from '../testing/set-up-test-app.ts';
import { withWrongClock } from '../testing/with-wrong-clock.ts';

setUpTestApp();

test('a browser that sets its clock by the reply of a server whose own is wrong sets it right', async () => {
  const { headers } = await withWrongClock(3_600_000, () => fetch(`${testAppUrl()}/api/session`));

  const offMs = Date.parse(headers.get('date') ?? '') - Date.now();
  expect(Math.round(offMs / 60_000) + 0).toBe(0);
});

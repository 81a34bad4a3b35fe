import { expect, test } from 'vitest';
import { setUpTestApp, testAppUrl } from '../testing/set-up-test-app.ts';
import { withWrongClock } from '../testing/with-wrong-clock.ts';

setUpTestApp();

test('the Date header is correct even if the server’s own clock is wrong', async () => {
  const { headers } = await withWrongClock(3_600_000, () => fetch(`${testAppUrl()}/api/session`));

  const offMs = Date.parse(headers.get('date') ?? '') - Date.now();
  expect(Math.round(offMs / 60_000) + 0).toBe(0);
});

import { expect, test, vi } from 'vitest';
import { logger } from '../infra/logger.ts';
import { visitor } from '../testing/as.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';

setUpTestApp();

test('a request is logged by its path, with the id it was answered', async () => {
  const info = vi.spyOn(logger, 'info');

  const { headers } = await visitor().get('/api/session');

  await vi.waitFor(() =>
    expect(info).toHaveBeenCalledWith(
      {
        requestId: headers.get('x-request-id'),
        method: 'GET',
        path: '/api/session',
        status: 200,
        ms: expect.any(Number),
        isAborted: false,
      },
      'request',
    ),
  );
});

test('neither a payment secret in an address nor a password gets to the log', async () => {
  const written = vi.spyOn(logger, 'info');
  const browser = visitor();

  await browser.get('/checkout?clientSecret=pi_1_secret_abc&rideId=2');
  await browser.get('/api/nowhere?clientSecret=pi_1_secret_abc');
  await browser.post('/api/session', { email: 'somebody@example.com', password: 'a telling password' });

  await vi.waitFor(() => expect(written).toHaveBeenCalledTimes(3));
  expect(JSON.stringify(written.mock.calls)).not.toMatch(/secret_abc|telling|somebody@/);
});

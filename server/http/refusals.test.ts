import { expect, test, vi } from 'vitest';
import { logger } from '../infra/logger.ts';
import { redis } from '../infra/redis.ts';
import { as, visitor } from '../testing/as.ts';
import { buildDriver, buildRider } from '../testing/build-user.ts';
import { setUpTestApp, testAppUrl } from '../testing/set-up-test-app.ts';

setUpTestApp();

const credentials = { email: 'nobody@example.com', password: 'whatever it was' };
const writes = [
  ['POST', '/api/session'],
  ['DELETE', '/api/session'],
  ['POST', '/api/users'],
  ['POST', '/api/rides'],
  ['PATCH', '/api/rides/0123456789abcdef01234567/status'],
] as const;

test.each(writes)('%s %s from a page of another site is refused', async (method, path) => {
  for (const origin of ['https://evil.example', 'null', `${testAppUrl()}.evil.example`, '']) {
    const reply = await visitor().send(method, path, {}, { origin });
    expect([origin, reply.status, reply.body]).toEqual([
      origin,
      403,
      { code: 'ORIGIN_NOT_ALLOWED', message: 'This can only be done from our own pages.' },
    ]);
  }
});

test.each([
  ['same-origin', 401],
  ['same-site', 403],
  ['cross-site', 403],
  ['none', 403],
])('without an Origin header, Sec-Fetch-Site: %s decides whether a call is allowed', async (site, status) => {
  const response = await fetch(`${testAppUrl()}/api/session`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': site,
      'x-forwarded-for': '192.0.2.1',
    },
    body: JSON.stringify(credentials),
  });

  expect(response.status).toBe(status);
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'a body of type %s is refused as unsupported',
  async (type) => {
    const reply = await visitor().post('/api/session', JSON.stringify(credentials), { 'content-type': type });

    expect(reply.status).toBe(415);
    expect(reply.body).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' });
  },
);

test('a body of up to 32 KB is read, a larger one refused', async () => {
  const ofSize = (bytes: number) => JSON.stringify({ ...credentials, padding: 'x'.repeat(bytes - 90) });
  expect(ofSize(32_768).length).toBeLessThanOrEqual(32_768);

  expect((await visitor().post('/api/session', ofSize(32_768))).status).toBe(401);
  const reply = await visitor().post('/api/session', ofSize(33_000));
  expect(reply.status).toBe(413);
  expect(reply.body).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
});

test.each(['{"email":', 'null', '"text"', '\u0000'])(
  'the malformed body %o is answered 400, not 500',
  async (body) => {
    const reply = await visitor().post('/api/session', body);

    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: 'INVALID_REQUEST' });
  },
);

test('a malformed URL is answered 404', async () => {
  expect((await visitor().get('/api/rides/%E0%A4%A')).status).toBe(404);
});

test('a visitor is refused with UNAUTHENTICATED, and a user in the wrong role with FORBIDDEN and the needed role', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const calls = [
    { path: `/api/rides/rider/${rider.id}`, wrong: driver, needed: 'rider' },
    { path: '/api/rides/available/all', wrong: rider, needed: 'driver' },
  ];
  for (const { path, wrong, needed } of calls) {
    const [visited, mistaken] = [await visitor().get(path), await as(wrong).get(path)];
    expect(visited.body).toEqual({ code: 'UNAUTHENTICATED', message: 'Please log in to continue.' });
    expect([visited.status, mistaken.status]).toEqual([401, 403]);
    expect(mistaken.body).toEqual({ code: 'FORBIDDEN', message: `Please log in as a ${needed} to do that.` });
  }
});

test('an unexpected error is logged in full, and answered without details', async () => {
  const browser = as(await buildRider());
  await browser.signIn();
  const fault = new TypeError('pi_1_secret_abc is not iterable');
  vi.spyOn(redis, 'get').mockRejectedValueOnce(fault);

  const reply = await browser.get('/api/session');

  expect(reply.status).toBe(500);
  expect(reply.body).toEqual({
    code: 'INTERNAL',
    message: 'Something went wrong on our side. Please try again.',
  });
  const context = { error: fault, requestId: reply.headers.get('x-request-id'), path: '/api/session' };
  expect(logger.error).toHaveBeenCalledWith(expect.objectContaining(context), 'request failed');
  vi.mocked(logger.error).mockClear();
});

test('a rate limit that cannot be counted refuses (fails closed)', async () => {
  vi.spyOn(Object(redis), 'rlflxIncr').mockRejectedValue(new Error('away'));

  const reply = await visitor().post('/api/session', credentials);

  expect([reply.status, reply.body]).toEqual([
    503,
    { code: 'UNAVAILABLE', message: 'That is not available right now. Please try again.' },
  ]);
});

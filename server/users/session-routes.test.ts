import { expect, test } from 'vitest';
import { sessionSchema } from '#common/users/user.ts';
import { as, visitor } from '../testing/as.ts';
import { buildDriver, buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { useTestApp } from '../testing/use-test-app.ts';

useTestApp();

const credentials = (user: { email: string }) => ({ email: user.email, password: TEST_PASSWORD });

test('a visitor has an empty session, and no cookie', async () => {
  const reply = await visitor().get('/api/session');

  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({ rider: null, driver: null, demo: false });
  expect(reply.headers.getSetCookie()).toEqual([]);
});

test('a rider who signs in is known by the cookie from then on', async () => {
  const rider = await buildRider({ name: 'Alex Morgan' });
  const browser = visitor();

  const reply = await browser.post('/api/session', {
    ...credentials(rider),
    email: rider.email.toUpperCase(),
  });

  expect(reply.status).toBe(200);
  const expected = {
    id: rider.id,
    username: rider.email,
    role: 'rider',
    name: 'Alex Morgan',
    phone: rider.phone,
  };
  expect(reply.body).toEqual({ rider: expected, driver: null, demo: false });
  expect((await browser.get('/api/session')).body).toEqual(reply.body);
});

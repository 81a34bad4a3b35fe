import { expect, test } from 'vitest';
import { sessionSchema } from '#common/users/user.ts';
import { as, visitor } from '../testing/as.ts';
import { buildAdmin, buildDriver, buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';

setUpTestApp();

const credentials = (user: { email: string }) => ({ email: user.email, password: TEST_PASSWORD });
const nobody = { rider: null, driver: null, staff: null, demo: false };

test('a visitor has an empty session and gets no cookie', async () => {
  const reply = await visitor().get('/api/session');

  expect(reply.status).toBe(200);
  expect(reply.body).toEqual(nobody);
  expect(reply.headers.getSetCookie()).toEqual([]);
});

test('a rider’s sign-in is remembered by the cookie, and the email’s letter case does not matter', async () => {
  const rider = await buildRider({ name: 'Alex Morgan' });
  const browser = visitor();

  const email = rider.email.toUpperCase();
  const reply = await browser.post('/api/session', { ...credentials(rider), email });

  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({
    rider: {
      id: rider.id,
      username: rider.email,
      role: 'rider',
      name: 'Alex Morgan',
      phone: rider.phone,
      isEmailConfirmed: true,
    },
    driver: null,
    staff: null,
    demo: false,
  });
  expect((await browser.get('/api/session')).body).toEqual(reply.body);
});

test('the session cookie is HttpOnly and SameSite=Lax', async () => {
  const reply = await visitor().post('/api/session', credentials(await buildRider()));

  const cookie = reply.headers.getSetCookie().find((line) => line.startsWith('marquee='));
  expect(cookie).toMatch(/^marquee=s%3A[\w-]{32}\./);
  expect(cookie).toMatch(/; Path=\/;.*; HttpOnly; SameSite=Lax$/);
});

test('one session holds a rider and a driver at once', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const browser = visitor();

  await browser.post('/api/session', credentials(rider));
  const reply = await browser.post('/api/session', { ...credentials(driver), beside: true });

  const session = sessionSchema.parse(reply.body);
  expect([session.rider?.id, session.driver?.id]).toEqual([rider.id, driver.id]);
});

test('an admin’s sign-in fills only the staff role of the session', async () => {
  const admin = await buildAdmin({ hasPasskey: false });
  const reply = await visitor().post('/api/session', credentials(admin));

  expect(reply.body).toMatchObject({ rider: null, driver: null, staff: { id: admin.id, role: 'admin' } });
});

test('a wrong password and an unknown address get the same answer', async () => {
  const rider = await buildRider();
  const attempts = [
    { email: rider.email, password: 'not the password' },
    { email: 'nobody@example.com', password: TEST_PASSWORD },
  ];

  const replies = await Promise.all(attempts.map((attempt) => visitor().post('/api/session', attempt)));

  for (const reply of replies) {
    expect(reply.status).toBe(401);
    expect(reply.body).toEqual({ message: 'Email or password is incorrect', code: 'INVALID_CREDENTIALS' });
  }
});

test('an invalid email is rejected with an error for each invalid field', async () => {
  const reply = await visitor().post('/api/session', { email: 'a b@example.com' });

  expect(reply.status).toBe(400);
  expect(reply.body).toEqual({
    code: 'INVALID_REQUEST',
    message: 'Please enter a valid email address.',
    issues: [
      { path: 'email', message: 'Please enter a valid email address.' },
      { path: 'password', message: 'Please enter your password.' },
    ],
  });
});

test('objects in place of the email and password strings are rejected', async () => {
  const reply = await visitor().post('/api/session', { email: { $gt: '' }, password: { $gt: '' } });

  expect(reply.status).toBe(400);
});

test('signing in changes the session id, and the former one no longer works', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const victim = visitor();
  await victim.post('/api/session', credentials(driver));
  const planted = victim.cookie;

  await victim.post('/api/session', { ...credentials(rider), beside: true });

  expect(victim.cookie).not.toBe(planted);
  const reply = await visitor().get('/api/session', { cookie: planted });
  expect(reply.body).toEqual(nobody);
});

test('signing in does not adopt a forged session cookie', async () => {
  const made = 'marquee=s%3Amade-up.AAAA';
  const reply = await visitor().post('/api/session', credentials(await buildRider()), { cookie: made });

  expect(reply.headers.getSetCookie().join()).not.toContain('made-up');
});

test('signing out ends the session, so a stolen cookie no longer works', async () => {
  const browser = as(await buildRider());
  await browser.get('/api/session');
  const stolen = browser.cookie;

  expect((await browser.delete('/api/session')).status).toBe(204);

  const reply = await visitor().get('/api/session', { cookie: stolen });
  expect(reply.body).toEqual(nobody);
});

test('signing out completely clears only the browser’s cache; signing out of one of two roles clears nothing', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const browser = visitor();
  await browser.post('/api/session', credentials(rider));
  await browser.post('/api/session', { ...credentials(driver), beside: true });

  const replies = [await browser.delete('/api/session?role=rider'), await browser.delete('/api/session')];

  expect(replies.map(({ headers }) => headers.get('clear-site-data'))).toEqual([null, '"cache"']);
});

test('signing out of the last role clears the cookie with the attributes that it was set with', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const browser = visitor();
  await browser.post('/api/session', credentials(rider));
  await browser.post('/api/session', { ...credentials(driver), beside: true });

  const first = await browser.delete('/api/session?role=rider');
  const last = await browser.delete('/api/session?role=driver');

  expect(first.headers.getSetCookie().join()).not.toContain('marquee=;');
  expect(last.headers.getSetCookie()).toEqual([
    'marquee=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax',
  ]);
});

test('signing out of one role keeps the other signed in, and an unknown role is rejected', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const browser = visitor();
  await browser.post('/api/session', credentials(rider));
  await browser.post('/api/session', { ...credentials(driver), beside: true });

  await browser.delete('/api/session?role=rider');

  const session = sessionSchema.parse((await browser.get('/api/session')).body);
  expect([session.rider, session.driver?.id]).toEqual([null, driver.id]);
  expect((await browser.delete('/api/session?role=king')).status).toBe(400);
});

test('a signed-out session is not restored by concurrent requests', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  for (let round = 0; round < 5; round += 1) {
    const browser = visitor();
    await browser.post('/api/session', credentials(rider));
    await browser.post('/api/session', { ...credentials(driver), beside: true });
    const { cookie } = browser;
    const leaveRole = () => visitor().delete('/api/session?role=driver', { cookie });

    await Promise.all([leaveRole(), leaveRole(), leaveRole(), browser.delete('/api/session'), leaveRole()]);

    expect((await visitor().get('/api/session', { cookie })).body).toEqual(nobody);
  }
});

test('the demo sign-in does not exist outside demo mode', async () => {
  const reply = await visitor().post('/api/session/demo');

  expect(reply.status).toBe(404);
});

test('signing in clears the count of earlier wrong passwords', async () => {
  const rider = await buildRider();
  const browser = visitor();
  const mistype = () => browser.post('/api/session', { email: rider.email, password: 'mistyped' });
  for (let round = 0; round < 2; round += 1) {
    for (let mistake = 0; mistake < 9; mistake += 1) await mistype();
    expect((await browser.post('/api/session', credentials(rider))).status).toBe(200);
  }
});

import { expect, test, vi } from 'vitest';
import type { ErrorBody } from '#common/errors.ts';
import { accountSchema } from '#common/users/account.ts';
import { sessionSchema } from '#common/users/user.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { logger } from '../infra/logger.ts';
import { startNode } from '../start-node.ts';
import { visitor } from '../testing/as.ts';
import { buildDriver, buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { connectWithCookie } from '../testing/connect-socket.ts';
import { mailed } from '../testing/mailed.ts';
import { newId } from '../testing/new-id.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { TestClient } from '../testing/test-client.ts';
import type { UserRecord } from './user-model.ts';

setUpTestApp();

const PASSWORD = 'nine silver limousines';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1';

async function signIn(
  { email }: UserRecord,
  browser = visitor(),
  password = TEST_PASSWORD,
): Promise<TestClient> {
  const { status } = await browser.post('/api/session', { email, password }, { 'user-agent': IPHONE });
  expect(status).toBe(200);
  return browser;
}

const change = (browser: TestClient, body: object) =>
  browser.send('PUT', '/api/account/password', {
    role: 'rider',
    currentPassword: TEST_PASSWORD,
    password: PASSWORD,
    ...body,
  });

const accountOf = async (browser: TestClient) =>
  accountSchema.parse((await browser.get('/api/account?role=rider')).body);

const riderOf = async (browser: TestClient) =>
  sessionSchema.parse((await browser.get('/api/session')).body).rider;

async function guessTenTimes(browser: TestClient): Promise<void> {
  for (let guess = 0; guess < 10; guess += 1) {
    expect((await change(browser, { currentPassword: `guess ${guess}` })).status).toBe(400);
  }
}

const issueOf = ({ body }: { body: unknown }) => (body as ErrorBody).issues;

test('what riders and drivers change succeeds even if its audit line cannot be written', async () => {
  const failOnce = () => vi.spyOn(AuditModel, 'create').mockRejectedValueOnce(new Error('the log is full'));
  const driver = await buildDriver();
  const browser = await signIn(driver);
  failOnce();
  expect((await change(browser, { role: 'driver' })).status).toBe(200);

  const newcomer = { name: 'Nia New', email: `nia-${newId()}@example.com`, password: PASSWORD };
  failOnce();
  const signedUp = await visitor().post('/api/users', newcomer);

  const rider = sessionSchema.parse(signedUp.body).rider;
  expect(rider).toMatchObject({ name: 'Nia New' });
  const lost = 'own act missing from audit log';
  expect(vi.mocked(logger.error).mock.calls).toEqual([
    [expect.objectContaining({ userId: driver.id, action: 'password changed' }), lost],
    [expect.objectContaining({ userId: rider?.id, action: 'signed up' }), lost],
  ]);
  vi.mocked(logger.error).mockClear();
});

test('changing the password with the current one keeps the session and sends a notification email', async () => {
  const rider = await buildRider();
  const browser = await signIn(rider);
  const before = browser.cookie;

  const reply = await change(browser, {});

  expect(reply.status).toBe(200);
  expect((await riderOf(browser))?.id).toBe(rider.id);
  expect(browser.cookie).not.toBe(before);
  expect((await mailed('password-changed', rider.email)).map(({ subject }) => subject)).toEqual([
    'Your password was changed',
  ]);
  expect((await accountOf(browser)).passwordChangedAt).not.toBeNull();
  await signIn(rider, visitor(), PASSWORD);
});

test('changing the password revokes the driver’s calendar address and device id, and the email says so', async () => {
  const driver = await buildDriver();
  const [thief, owner] = [await signIn(driver), await signIn(driver)];
  const { url } = Object((await thief.post('/api/driver/calendar/address')).body);
  const { deviceId } = Object((await thief.post('/api/driver/device')).body);
  const position = `/api/positions?id=${deviceId}&lat=36.1&lon=-115.1`;
  expect((await visitor().post(position)).status).toBe(204);

  expect((await change(owner, { role: 'driver' })).status).toBe(200);

  expect((await visitor().get(new URL(url).pathname)).status).toBe(404);
  expect((await visitor().post(position)).status).toBe(404);
  expect((await owner.get('/api/driver/calendar')).body).toMatchObject({ url: null });
  expect((await owner.get('/api/driver/device')).body).toMatchObject({ deviceId: null });
  const [mail] = await mailed('password-changed', driver.email);
  expect(JSON.stringify(mail)).toContain('ends your calendar address');
});

test('a password change with a wrong current password changes nothing and sends no email', async () => {
  const rider = await buildRider();
  const [browser, other] = [await signIn(rider), await signIn(rider)];

  const reply = await change(browser, { currentPassword: `${TEST_PASSWORD} ` });

  expect(reply.status).toBe(400);
  expect(issueOf(reply)).toEqual([
    { path: 'currentPassword', message: 'That is not your current password.' },
  ]);
  expect((await riderOf(other))?.id).toBe(rider.id);
  expect(await mailed('password-changed', rider.email)).toEqual([]);
});

test.each([
  ['short', 'Please choose at least 8 characters.'],
  ['x'.repeat(129), 'Please keep your password to 128 characters.'],
  ['qwerty123', 'That password is too common. Please choose another.'],
  ['Robin-Rider-77', 'Please choose a password without your name, your email address or “Marquee”.'],
])('a new password such as %s is rejected with an error at its field', async (password, message) => {
  const browser = await signIn(await buildRider());

  const reply = await change(browser, { password });

  expect(reply.status).toBe(400);
  expect(issueOf(reply)).toEqual([{ path: 'password', message }]);
});

test('a session is limited to ten wrong current passwords, without limiting the account’s other sessions', async () => {
  const rider = await buildRider();
  const [thief, owner] = [await signIn(rider), await signIn(rider)];
  await guessTenTimes(thief);

  expect((await change(thief, {})).status).toBe(429);
  expect((await change(owner, {})).status).toBe(200);
});

test('signing in to a second account in the session does not reset the limit on wrong current passwords', async () => {
  const [rider, { email }] = [await buildRider(), await buildDriver()];
  const thief = await signIn(rider);
  await guessTenTimes(thief);

  const beside = await thief.post('/api/session', { email, password: TEST_PASSWORD, beside: true });

  expect(beside.status).toBe(200);
  expect((await change(thief, {})).status).toBe(429);
});

test('changing the password signs out all other browsers and ends their sockets on every node', async () => {
  const rider = await buildRider();
  const node = await startNode({ port: 0, host: '127.0.0.1' });
  const [browser, here, there] = [await signIn(rider), await signIn(rider), await signIn(rider)];
  const sockets = [
    await connectWithCookie(here.cookie),
    await connectWithCookie(there.cookie, { url: `http://127.0.0.1:${node.port}` }),
  ];

  await change(browser, {});

  await Promise.all(sockets.map((socket) => socket.next('session:ended')));
  expect(await Promise.all([browser, here, there].map(async (each) => (await riderOf(each))?.id))).toEqual([
    rider.id,
    undefined,
    undefined,
  ]);
  await node.close();
});

test('the session list shows each browser’s device, network and times, the current session first', async () => {
  const rider = await buildRider();
  const [first, second] = [await signIn(rider), await signIn(rider)];

  const { sessions } = await accountOf(first);

  const network = (address: string) => `${address.split('.').slice(0, 3).join('.')}.x`;
  expect(sessions).toMatchObject([
    { device: 'Safari on iPhone', network: network(first.address), isCurrent: true },
    { device: 'Safari on iPhone', network: network(second.address), isCurrent: false },
  ]);
  for (const { signedInAt, seenAt, key } of sessions) {
    expect(Date.parse(seenAt)).toBeGreaterThanOrEqual(Date.parse(signedInAt));
    expect(first.cookie + second.cookie).not.toContain(key);
  }
});

test('ending one session from another browser signs it out and ends its sockets, but no other session’s', async () => {
  const rider = await buildRider();
  const [mine, lost, kept] = [await signIn(rider), await signIn(rider), await signIn(rider)];
  const [, second] = (await accountOf(mine)).sessions;
  const sockets = [await connectWithCookie(lost.cookie), await connectWithCookie(kept.cookie)];
  const own = (await accountOf(lost)).sessions.find(({ isCurrent }) => isCurrent);
  expect(second).toBeDefined();

  expect((await mine.delete(`/api/account/sessions/${own?.key}?role=rider`)).status).toBe(204);

  await sockets[0]?.next('session:ended');
  // Only a connected socket is answered.
  expect(await sockets[1]?.socket.timeout(5_000).emitWithAck('link:check')).toEqual({});
  expect(await riderOf(lost)).toBeNull();
  expect((await accountOf(mine)).sessions).toHaveLength(2);
});

test('one call signs out all other sessions and keeps the current one', async () => {
  const rider = await buildRider();
  const [mine, one, two] = [await signIn(rider), await signIn(rider), await signIn(rider)];

  expect((await mine.delete('/api/account/sessions?role=rider')).status).toBe(204);

  expect(await Promise.all([mine, one, two].map(async (each) => (await riderOf(each))?.id))).toEqual([
    rider.id,
    undefined,
    undefined,
  ]);
  expect((await accountOf(mine)).sessions).toHaveLength(1);
});

test('a user can neither list nor end another user’s session, nor read an account in a role they are not signed in to', async () => {
  const [rider, stranger] = [await buildRider(), await buildRider()];
  const [mine, theirs] = [await signIn(rider), await signIn(stranger)];
  const [session] = (await accountOf(mine)).sessions;
  const [ownSession, ...others] = (await accountOf(theirs)).sessions;
  expect(ownSession?.key).not.toBe(session?.key);
  expect(others).toEqual([]);

  await theirs.delete(`/api/account/sessions/${session?.key}?role=rider`);

  expect((await riderOf(mine))?.id).toBe(rider.id);
  expect((await theirs.get('/api/account?role=driver')).status).toBe(403);
});

test('a session with several roles is listed for each account, and ending it signs out every role', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const shared = await signIn(rider);
  await shared.post('/api/session', { email: driver.email, password: TEST_PASSWORD, beside: true });
  for (const role of ['rider', 'driver']) {
    const { body } = await shared.get(`/api/account?role=${role}`);
    expect(accountSchema.parse(body).sessions).toHaveLength(1);
  }
  const mine = await signIn(driver);

  await mine.delete('/api/account/sessions?role=driver');

  expect((await shared.get('/api/session')).body).toMatchObject({ rider: null, driver: null });
});

import mongoose from 'mongoose';
import { expect, test, vi } from 'vitest';
import type { ErrorBody } from '#common/errors.ts';
import { sessionSchema } from '#common/users/user.ts';
import { logger } from '../infra/logger.ts';
import { startNode } from '../start-node.ts';
import { as, visitor } from '../testing/as.ts';
import { buildDispatcher, buildDriver, buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { connectSocket } from '../testing/connect-socket.ts';
import { mailed, tokenIn } from '../testing/mailed.ts';
import { ask, forget, PASSWORD, signIn, spend, tokensOf } from '../testing/reset-password.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { Reply } from '../testing/test-client.ts';
import { AccountLinkModel } from './account-link-model.ts';
import { inviteUser } from './invitations.ts';
import { resetPassword } from './password-reset.ts';
import { UserModel } from './user-model.ts';

setUpTestApp();

const codeOf = ({ status, body }: Reply) => [status, (body as ErrorBody).code];
const SPENT = [409, 'LINK_SPENT'];
const read = (token: string) => visitor().post('/api/password-resets/read', { token });

test('a mailed link sets a new password, and signs in', async () => {
  const rider = await buildRider();
  const token = await forget(rider);
  expect((await read(token)).body).toEqual({ email: rider.email });

  const reply = await spend(token);

  expect(sessionSchema.parse(reply.body).rider?.id).toBe(rider.id);
  expect((await signIn(rider.email, PASSWORD)).status).toBe(200);
  expect((await signIn(rider.email, TEST_PASSWORD)).status).toBe(401);
  const [told] = await mailed('password-changed', rider.email);
  expect(told?.subject).toBe('Your password was changed');
});

test('whether an address has an account, neither reply nor stored request tell', async () => {
  const rider = await buildRider();
  const strangers = `nobody-${rider.email}`;

  const replies = [await ask(rider.email), await ask(strangers)];

  expect(replies.map(({ status, body }) => ({ status, body }))).toEqual([
    { status: 202, body: null },
    { status: 202, body: null },
  ]);
  expect(await AccountLinkModel.countDocuments({ email: { $in: [rider.email, strangers] } })).toBe(2);
  expect(await mailed('password-reset', strangers)).toEqual([]);
  expect(await AccountLinkModel.countDocuments({ email: strangers })).toBe(0);
});

test('nobody who was disabled, or has no password yet, gets a link', async () => {
  const disabled = await buildDispatcher();
  await UserModel.updateOne({ _id: disabled.id }, { disabledAt: new Date() });
  const email = `invited-${disabled.email}`;
  await inviteUser({ name: 'Ivy Invited', email, phone: null, role: 'dispatcher' });

  await ask(disabled.email);
  await ask(email);

  expect(await mailed('password-reset', disabled.email)).toEqual([]);
  expect(await mailed('password-reset', email)).toEqual([]);
});

test('a link works once, and none works once the password has changed', async () => {
  const rider = await buildRider();
  const [first, second] = [await forget(rider), await forget(rider)];
  expect((await read(first)).status).toBe(200);

  expect((await spend(second)).status).toBe(200);

  for (const token of [first, second]) {
    expect(codeOf(await read(token))).toEqual(SPENT);
    expect(codeOf(await spend(token, 'yet another password'))).toEqual(SPENT);
  }
});

test('of two who use a link at the same instant, one sets the password', async () => {
  const token = await forget(await buildRider());

  const replies = await Promise.all([
    spend(token, 'a first good password'),
    spend(token, 'a second good one'),
  ]);

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('a link that is too old, forged or of another purpose does nothing', async () => {
  const rider = await buildRider();
  const token = await forget(rider);
  const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  expect(codeOf(await read(forged))).toEqual(SPENT);
  expect((await read('short')).status).toBe(400);

  await AccountLinkModel.updateMany({ email: rider.email }, { expiresAt: new Date(Date.now() - 1) });

  expect(codeOf(await spend(token))).toEqual(SPENT);
});

test('a password that is refused leaves the link as it was', async () => {
  const rider = await buildRider();
  const token = await forget(rider);

  const reply = await spend(token, 'password123');

  expect(reply.body).toMatchObject({
    message: 'That password is too common. Please choose another.',
    issues: [{ path: 'password' }],
  });
  expect((await spend(token)).status).toBe(200);
});

test('all sessions of the account end, and their sockets leave every node', async () => {
  const rider = await buildRider();
  const other = await startNode({ port: 0, host: '127.0.0.1' });
  const here = await connectSocket(rider);
  const there = await connectSocket(rider, { url: `http://127.0.0.1:${other.port}` });
  const token = await forget(rider);

  await spend(token);

  await Promise.all([here.next('session:ended'), there.next('session:ended')]);
  const { body } = await as(rider).get('/api/session');
  expect(sessionSchema.parse(body).rider).toBeNull();
  await other.close();
});

test('what stands for a driver without being signed in ends: the address of the calendar, the token of an app', async () => {
  const driver = await buildDriver();
  const thief = as(driver);
  const { url } = Object((await thief.post('/api/driver/calendar/address')).body);
  await thief.post('/api/driver/device');
  await ask(driver.email);
  const [mail] = await mailed('password-reset', driver.email);
  expect(JSON.stringify(mail)).toContain('ends your calendar address');

  expect((await spend(tokenIn(mail))).status).toBe(200);

  expect((await visitor().get(new URL(url).pathname)).status).toBe(404);
  const own = visitor();
  await own.post('/api/session', { email: driver.email, password: PASSWORD });
  expect((await own.get('/api/driver/calendar')).body).toMatchObject({ url: null });
  expect((await own.get('/api/driver/device')).body).toMatchObject({ deviceId: null });
});

test('a reset that cannot end them sets no password, and can be tried again', async () => {
  const driver = await buildDriver();
  const { url } = Object((await as(driver).post('/api/driver/calendar/address')).body);
  const token = await forget(driver);
  vi.spyOn(mongoose.model('DriverCalendar'), 'updateOne').mockRejectedValueOnce(
    new Error('the database is away'),
  );

  expect((await spend(token)).status).toBe(500);
  expect(vi.mocked(logger.error).mock.calls.map(([, text]) => text)).toEqual(['request failed']);
  vi.mocked(logger.error).mockClear();
  expect((await signIn(driver.email, TEST_PASSWORD)).status).toBe(200);
  expect((await spend(token)).status).toBe(200);

  expect((await visitor().get(new URL(url).pathname)).status).toBe(404);
});

test('a session that is replaced while the password is reset does not get away', async () => {
  const rider = await buildRider();
  const browser = as(rider);
  await browser.signIn();
  const token = await forget(rider);
  const second = await buildRider();

  await Promise.all([
    spend(token),
    ...Array.from({ length: 5 }, () =>
      browser.post('/api/session', { email: second.email, password: TEST_PASSWORD }),
    ),
  ]);

  const { body } = await browser.get('/api/session');
  expect(sessionSchema.parse(body).rider?.id).not.toBe(rider.id);
});

test('who signs in with the old password while it is reset is not signed in', async () => {
  const rider = await buildRider();
  const token = await forget(rider);
  const browsers = Array.from({ length: 4 }, () => visitor());

  await Promise.all([
    spend(token),
    ...browsers.map((browser) =>
      browser.post('/api/session', { email: rider.email, password: TEST_PASSWORD }),
    ),
  ]);

  for (const browser of browsers) {
    expect(sessionSchema.parse((await browser.get('/api/session')).body).rider).toBeNull();
  }
});

test('five links go to an address in half an hour, from anywhere; the next request is answered alike, and earlier links work', async () => {
  const rider = await buildRider();
  for (let count = 0; count < 5; count += 1) await ask(rider.email);

  const sixth = await ask(rider.email);

  expect([sixth.status, sixth.body]).toEqual([202, null]);
  const tokens = await tokensOf(rider);
  expect(tokens).toHaveLength(5);
  expect((await read(tokens[0] ?? '')).status).toBe(200);
});

test('one network asks twenty times an hour', async () => {
  const browser = visitor();
  for (let count = 0; count < 20; count += 1) {
    expect((await ask(`stranger-${count}@example.com`, browser)).status).toBe(202);
  }

  expect((await ask('one-more@example.com', browser)).status).toBe(429);
});

test.each([
  ['was disabled', { disabledAt: new Date() }],
  ['has another address', { email: 'another.address@example.com' }],
])('an account that %s while a link is used keeps its password', async (_what, changed) => {
  const rider = await buildRider();
  const token = await forget(rider);
  const change = async () => void (await UserModel.updateOne({ _id: rider.id }, changed));
  const before = await UserModel.findById(rider.id).lean();

  const options = { authorize: change, endTokens: async () => {} };
  await expect(resetPassword(token, PASSWORD, options)).rejects.toMatchObject({ code: 'LINK_SPENT' });

  expect(await UserModel.findById(rider.id).lean()).toMatchObject({ passwordHash: before?.passwordHash });
});

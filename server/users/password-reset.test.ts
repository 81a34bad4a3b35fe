import mongoose from 'mongoose';
import { expect, test, vi } from 'vitest';
import { sessionSchema } from '#common/users/user.ts';
import { deriveLinkToken, idInLinkToken } from '../crypto/link-token.ts';
import { logger } from '../infra/logger.ts';
import { startNode } from '../start-node.ts';
import { as, visitor } from '../testing/as.ts';
import { buildDispatcher, buildDriver, buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { connectSocket } from '../testing/connect-socket.ts';
import { mailed, tokenIn } from '../testing/mailed.ts';
import {
  PASSWORD,
  redeemToken,
  requestLink,
  requestToken,
  signIn,
  tokensOf,
} from '../testing/reset-password.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { codeIn } from '../testing/test-client.ts';
import { AccountLinkModel } from './account-link-model.ts';
import { inviteUser } from './invitations.ts';
import { resetPassword } from './password-reset.ts';
import { UserModel } from './user-model.ts';

setUpTestApp();

const SPENT = [409, 'LINK_SPENT'];
const read = (token: string) => visitor().post('/api/password-resets/read', { token });

test('a password reset link sets a new password, signs in and sends a notification email', async () => {
  const rider = await buildRider();
  const token = await requestToken(rider);
  expect((await read(token)).body).toEqual({ email: rider.email });

  const reply = await redeemToken(token);

  expect(sessionSchema.parse(reply.body).rider?.id).toBe(rider.id);
  expect((await signIn(rider.email, PASSWORD)).status).toBe(200);
  expect((await signIn(rider.email, TEST_PASSWORD)).status).toBe(401);
  const [notice] = await mailed('password-changed', rider.email);
  expect(notice?.subject).toBe('Your password was changed');
});

test('neither the reply nor the stored request reveals whether an address has an account', async () => {
  const rider = await buildRider();
  const strangers = `nobody-${rider.email}`;

  const replies = [await requestLink(rider.email), await requestLink(strangers)];

  expect(replies.map(({ status, body }) => ({ status, body }))).toEqual([
    { status: 202, body: null },
    { status: 202, body: null },
  ]);
  expect(await AccountLinkModel.countDocuments({ email: { $in: [rider.email, strangers] } })).toBe(2);
  expect(await mailed('password-reset', strangers)).toEqual([]);
  expect(await AccountLinkModel.countDocuments({ email: strangers })).toBe(0);
});

test('a disabled account and an invited dispatcher without a password get no password reset email', async () => {
  const disabled = await buildDispatcher();
  await UserModel.updateOne({ _id: disabled.id }, { disabledAt: new Date() });
  const email = `invited-${disabled.email}`;
  await inviteUser({ name: 'Ivy Invited', email, phone: null, role: 'dispatcher' });

  await requestLink(disabled.email);
  await requestLink(email);

  expect(await mailed('password-reset', disabled.email)).toEqual([]);
  expect(await mailed('password-reset', email)).toEqual([]);
});

test('a password reset link works once, and a reset invalidates all earlier links', async () => {
  const rider = await buildRider();
  const [first, second] = [await requestToken(rider), await requestToken(rider)];
  expect((await read(first)).status).toBe(200);

  expect((await redeemToken(second)).status).toBe(200);

  for (const token of [first, second]) {
    expect(codeIn(await read(token))).toEqual(SPENT);
    expect(codeIn(await redeemToken(token, 'yet another password'))).toEqual(SPENT);
  }
});

test('of two concurrent uses of a password reset link, one sets the password', async () => {
  const token = await requestToken(await buildRider());

  const replies = await Promise.all([
    redeemToken(token, 'a first good password'),
    redeemToken(token, 'a second good one'),
  ]);

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('a password reset link that is expired, forged or made for another purpose does nothing', async () => {
  const rider = await buildRider();
  const token = await requestToken(rider);
  const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  const { passwordHash } = (await UserModel.findById(rider.id)) ?? {};
  const bound = `${rider.id}:${passwordHash}`;
  const linkId = idInLinkToken(token) ?? '';
  expect(deriveLinkToken('password-reset', linkId, bound)).toBe(token);
  for (const wrong of [forged, deriveLinkToken('email-link', linkId, bound)]) {
    expect(codeIn(await read(wrong))).toEqual(SPENT);
    expect(codeIn(await redeemToken(wrong))).toEqual(SPENT);
  }
  expect((await read('short')).status).toBe(400);

  await AccountLinkModel.updateMany({ email: rider.email }, { expiresAt: new Date(Date.now() - 1) });

  expect(codeIn(await read(token))).toEqual(SPENT);
  expect(codeIn(await redeemToken(token))).toEqual(SPENT);
  expect(await UserModel.findById(rider.id)).toMatchObject({ passwordHash });
});

test('a password reset link can still be used after its new password was rejected', async () => {
  const rider = await buildRider();
  const token = await requestToken(rider);

  const reply = await redeemToken(token, 'password123');

  expect(reply.body).toMatchObject({
    message: 'That password is too common. Please choose another.',
    issues: [{ path: 'password' }],
  });
  expect((await redeemToken(token)).status).toBe(200);
});

test('a password reset ends all sessions of the account and their sockets on every node', async () => {
  const rider = await buildRider();
  const other = await startNode({ port: 0, host: '127.0.0.1' });
  const here = await connectSocket(rider);
  const there = await connectSocket(rider, { url: `http://127.0.0.1:${other.port}` });
  const token = await requestToken(rider);

  await redeemToken(token);

  await Promise.all([here.next('session:ended'), there.next('session:ended')]);
  const { body } = await as(rider).get('/api/session');
  expect(sessionSchema.parse(body).rider).toBeNull();
  await other.close();
});

test('a password reset revokes the driver’s calendar address and device id', async () => {
  const driver = await buildDriver();
  const thief = as(driver);
  const { url } = Object((await thief.post('/api/driver/calendar/address')).body);
  await thief.post('/api/driver/device');
  await requestLink(driver.email);
  const [mail] = await mailed('password-reset', driver.email);
  expect(JSON.stringify(mail)).toContain('ends your calendar address');

  expect((await redeemToken(tokenIn(mail))).status).toBe(200);

  expect((await visitor().get(new URL(url).pathname)).status).toBe(404);
  const own = visitor();
  await own.post('/api/session', { email: driver.email, password: PASSWORD });
  expect((await own.get('/api/driver/calendar')).body).toMatchObject({ url: null });
  expect((await own.get('/api/driver/device')).body).toMatchObject({ deviceId: null });
});

test('a password reset that fails to revoke the calendar address sets no password and can be retried', async () => {
  const driver = await buildDriver();
  const { url } = Object((await as(driver).post('/api/driver/calendar/address')).body);
  const token = await requestToken(driver);
  vi.spyOn(mongoose.model('DriverCalendar'), 'updateOne').mockRejectedValueOnce(
    new Error('the database is away'),
  );

  expect((await redeemToken(token)).status).toBe(500);
  expect(vi.mocked(logger.error).mock.calls.map(([, text]) => text)).toEqual(['request failed']);
  vi.mocked(logger.error).mockClear();
  expect((await signIn(driver.email, TEST_PASSWORD)).status).toBe(200);
  expect((await redeemToken(token)).status).toBe(200);

  expect((await visitor().get(new URL(url).pathname)).status).toBe(404);
});

test('a session replaced by concurrent sign-ins during a password reset is ended too', async () => {
  const rider = await buildRider();
  const browser = as(rider);
  await browser.signIn();
  const token = await requestToken(rider);
  const second = await buildRider();

  await Promise.all([
    redeemToken(token),
    ...Array.from({ length: 5 }, () =>
      browser.post('/api/session', { email: second.email, password: TEST_PASSWORD }),
    ),
  ]);

  const { body } = await browser.get('/api/session');
  expect(sessionSchema.parse(body).rider?.id).not.toBe(rider.id);
});

test('sign-ins with the old password concurrent with its reset leave no session', async () => {
  const rider = await buildRider();
  const token = await requestToken(rider);
  const browsers = Array.from({ length: 4 }, () => visitor());

  await Promise.all([
    redeemToken(token),
    ...browsers.map((browser) =>
      browser.post('/api/session', { email: rider.email, password: TEST_PASSWORD }),
    ),
  ]);

  for (const browser of browsers) {
    expect(sessionSchema.parse((await browser.get('/api/session')).body).rider).toBeNull();
  }
});

test('password reset emails are limited to five per address; a sixth request gets the same reply and sends none', async () => {
  const rider = await buildRider();
  for (let count = 0; count < 5; count += 1) await requestLink(rider.email);

  const sixth = await requestLink(rider.email);

  expect([sixth.status, sixth.body]).toEqual([202, null]);
  const tokens = await tokensOf(rider);
  expect(tokens).toHaveLength(5);
  expect((await read(tokens[0] ?? '')).status).toBe(200);
});

test('password reset requests are limited to twenty per hour from one network', async () => {
  const browser = visitor();
  for (let count = 0; count < 20; count += 1) {
    expect((await requestLink(`stranger-${count}@example.com`, browser)).status).toBe(202);
  }

  expect((await requestLink('one-more@example.com', browser)).status).toBe(429);
});

test.each([
  ['was disabled', { disabledAt: new Date() }],
  ['has another address', { email: 'another.address@example.com' }],
])(
  'an account that %s while a password reset link is being used keeps its password',
  async (_what, changed) => {
    const rider = await buildRider();
    const token = await requestToken(rider);
    const change = async () => void (await UserModel.updateOne({ _id: rider.id }, changed));
    const before = await UserModel.findById(rider.id).lean();

    const options = { authorize: change, endTokens: async () => {} };
    await expect(resetPassword(token, PASSWORD, options)).rejects.toMatchObject({ code: 'LINK_SPENT' });

    expect(await UserModel.findById(rider.id).lean()).toMatchObject({ passwordHash: before?.passwordHash });
  },
);

import { Types } from 'mongoose';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { API } from '#common/api.ts';
import { totpSecretSchema } from '#common/users/factors.ts';
import { staffMemberSchema } from '#common/users/staff.ts';
import { sessionSchema } from '#common/users/user.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { env } from '../env.ts';
import { listSessions } from '../http/user-sessions.ts';
import { logger } from '../infra/logger.ts';
import { redis } from '../infra/redis.ts';
import { MailModel } from '../mail/mail-model.ts';
import { as, visitor } from '../testing/as.ts';
import {
  buildAdmin,
  buildDispatcher,
  buildDriver,
  buildRider,
  passkeyOf,
  TEST_PASSWORD,
} from '../testing/build-user.ts';
import { connectWithCookie } from '../testing/connect-socket.ts';
import { mailed } from '../testing/mailed.ts';
import { newId } from '../testing/new-id.ts';
import { addPasskey, signInWithPasskey } from '../testing/passkey-browser.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { SoftwareAuthenticator } from '../testing/software-authenticator.ts';
import { codeIn, type Reply, type TestClient } from '../testing/test-client.ts';
import { codeOf } from '../testing/totp-codes.ts';
import { AuthenticatorModel } from './authenticator-model.ts';
import { createAdminLink } from './create-admin-link.ts';
import { DEMO_STAFF_EMAIL } from './demo-users.ts';
import { listFactors } from './factors.ts';
import { acceptInvitation } from './invitations.ts';
import { PasskeyModel } from './passkey-model.ts';
import { UserModel } from './user-model.ts';

setUpTestApp();

afterEach(() => {
  env.DEMO_MODE = false;
});

const sessionIn = ({ body }: Reply) => sessionSchema.parse(body);
const MISSING = [403, 'SECOND_FACTOR_REQUIRED_FOR_STAFF'];

const signIn = (user: { email: string }, browser = visitor()) =>
  browser.post('/api/session', { email: user.email, password: TEST_PASSWORD });

async function signedIn(user: { email: string }): Promise<TestClient> {
  const browser = visitor();
  expect((await signIn(user, browser)).status).toBe(200);
  return browser;
}

test('every staff call is refused to staff without a second factor until they set one up', async () => {
  const admin = await buildAdmin({ hasPasskey: false });
  const browser = visitor();
  expect(sessionIn(await signIn(admin, browser))).toMatchObject({
    staff: { id: admin.id },
    staffNeedsFactor: true,
  });
  const calls = API.filter(({ who }) => who === 'dispatcher' || who === 'admin');
  expect(calls.length).toBeGreaterThan(50);
  for (const { method, path } of calls) {
    const body = method === 'GET' ? undefined : {};
    const reply = await browser.send(method, path.replace(/:\w+/g, newId), body);
    expect(codeIn(reply), `${method} ${path}`).toEqual(MISSING);
  }
  const { socket } = await connectWithCookie(browser.cookie);
  expect(await socket.emitWithAck('ops:watch')).toEqual({ error: 'Only our staff can do that.' });

  await addPasskey(browser.post, 'admin', new SoftwareAuthenticator(admin.id));

  expect(sessionIn(await browser.get('/api/session')).staffNeedsFactor).toBeUndefined();
  expect((await browser.get('/api/ops/staff')).status).toBe(200);
  expect(await socket.emitWithAck('ops:watch')).toEqual({ watching: true });
});

test('an authenticator app is enough for staff calls; removing it refuses them again and notifies sockets', async () => {
  const dispatcher = await buildDispatcher({ hasPasskey: false });
  const browser = await signedIn(dispatcher);
  const role = 'dispatcher';
  const { secret } = totpSecretSchema.parse((await browser.post('/api/account/totp', { role })).body);
  await browser.post('/api/account/totp/confirm', { role, code: codeOf(secret) });
  expect((await browser.get('/api/ops/alerts')).status).toBe(200);
  const connected = await connectWithCookie(browser.cookie);
  await connected.socket.emitWithAck('ops:watch');

  expect((await browser.delete('/api/account/totp?role=dispatcher')).status).toBe(204);

  await connected.next('staff:changed');
  expect(codeIn(await browser.get('/api/ops/alerts'))).toEqual(MISSING);
});

test('staff with a passkey cannot sign in with the password alone', async () => {
  const admin = await buildAdmin();

  expect(codeIn(await signIn(admin))).toEqual([401, 'PASSKEY_REQUIRED']);
});

test('in the demo the demo staff need no second factor, but other staff do', async () => {
  env.DEMO_MODE = true;
  const [seeded, other] = [
    await buildAdmin({ email: DEMO_STAFF_EMAIL, hasPasskey: false }),
    await buildAdmin({ hasPasskey: false }),
  ];

  expect((await (await signedIn(seeded)).get('/api/ops/staff')).status).toBe(200);
  expect(codeIn(await (await signedIn(other)).get('/api/ops/staff'))).toEqual(MISSING);
  env.DEMO_MODE = false;
  expect(codeIn(await (await signedIn(seeded)).get('/api/ops/staff'))).toEqual(MISSING);
});

test('drivers and riders need no second factor', async () => {
  for (const user of [await buildDriver(), await buildRider()]) {
    expect(sessionIn(await signIn(user)).staffNeedsFactor).toBeUndefined();
  }
});

test('the staff list shows admins which members have no second factor', async () => {
  const admin = await buildAdmin();
  const without = await buildDispatcher({ hasPasskey: false });
  const withApp = await buildDispatcher({ hasPasskey: false });
  await AuthenticatorModel.create({
    _id: withApp.id,
    secret: 'not read here',
    confirmedAt: new Date(),
    recoveryCodes: [],
  });

  const people = z.array(staffMemberSchema).parse((await as(admin).get('/api/ops/staff')).body);

  const ids = people.filter(({ isFactorMissing }) => isFactorMissing).map(({ id }) => id);
  expect(ids).toContain(without.id);
  expect(ids).not.toContain(withApp.id);
  expect(ids).not.toContain(admin.id);
});

test('removing a staff member’s passkeys signs them out, emails them and requires a new second factor', async () => {
  const [admin, lost] = [await buildAdmin(), await buildDispatcher()];
  expect((await as(lost).get('/api/ops/alerts')).status).toBe(200);

  expect((await as(admin).delete(`/api/ops/accounts/${lost.id}/factors`)).status).toBe(204);

  expect(sessionIn(await as(lost).get('/api/session')).staff).toBeNull();
  const passkey = passkeyOf(lost) ?? new SoftwareAuthenticator(lost.id);
  expect((await signInWithPasskey(visitor().post, passkey)).status).toBe(401);
  expect(sessionIn(await signIn(lost)).staffNeedsFactor).toBe(true);
  const mails = await mailed('factor-changed', lost.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Your passkeys and authenticator app were removed']);
  expect(JSON.stringify(mails[0]?.parts)).toContain('If you did not ask for this, please write to us.');
  expect(JSON.stringify(mails[0]?.parts)).not.toContain('new password');
  const line = await AuditModel.findOne({ 'actor.id': admin.id, action: 'passkeys and app removed' }).lean();
  expect(line?.subject).toMatchObject({ kind: 'staff', id: lost.id });
});

test.each([
  ['before its email is stored', () => vi.spyOn(MailModel, 'create')],
  ['after its email is stored', () => vi.spyOn(PasskeyModel, 'deleteMany')],
])('removing factors that fails %s removes and emails nothing until it is repeated', async (_when, spy) => {
  const [admin, lost] = [await buildAdmin(), await buildDispatcher()];
  await as(admin).signIn();
  const remove = () => as(admin).delete(`/api/ops/accounts/${lost.id}/factors`);
  spy().mockRejectedValueOnce(new Error('MongoDB is gone'));

  expect((await remove()).status).toBe(500);

  vi.mocked(logger.error).mockClear();
  expect((await listFactors(lost.id)).passkeys).toHaveLength(1);
  expect(await mailed('factor-changed', lost.email)).toEqual([]);
  await MailModel.deleteMany({ aboutId: lost.id });
  expect((await remove()).status).toBe(204);
  expect(await mailed('factor-changed', lost.email)).toMatchObject([
    { subject: 'Your passkeys and authenticator app were removed' },
  ]);
});

test('the email about removed factors is stored before Redis may fail', async () => {
  const [admin, lost] = [await buildAdmin(), await buildDispatcher()];
  vi.spyOn(PasskeyModel, 'deleteMany').mockImplementationOnce((async () => {
    await PasskeyModel.collection.deleteMany({ userId: new Types.ObjectId(lost.id) });
    vi.spyOn(redis, 'zrevrange').mockRejectedValueOnce(new Error('Redis is gone'));
    return { deletedCount: 1 };
  }) as never);

  expect((await as(admin).delete(`/api/ops/accounts/${lost.id}/factors`)).status).toBe(500);

  vi.mocked(logger.error).mockClear();
  expect(await mailed('factor-changed', lost.email)).toHaveLength(1);
});

test('admins can remove the second factors of drivers, but not of riders or themselves; dispatchers cannot', async () => {
  const [admin, dispatcher, driver, rider] = [
    await buildAdmin(),
    await buildDispatcher(),
    await buildDriver(),
    await buildRider(),
  ];
  const remove = (by: typeof admin, { id }: { id: string }) =>
    as(by).delete(`/api/ops/accounts/${id}/factors`);

  expect((await remove(admin, driver)).status).toBe(204);
  expect(codeIn(await remove(admin, admin))).toEqual([409, 'STAFF_CONFLICT']);
  expect(codeIn(await remove(admin, rider))).toEqual([404, 'NOT_FOUND']);
  expect(codeIn(await remove(dispatcher, driver))).toEqual([403, 'FORBIDDEN']);
});

test('using the create:admin link replaces an admin’s password, removes their passkeys and ends their sessions', async () => {
  const admin = await buildAdmin();
  await as(admin).signIn();
  const link = await createAdminLink({ email: admin.email, name: admin.name });
  expect((await listFactors(admin.id)).passkeys).toHaveLength(1);
  const browser = visitor();

  const reply = await browser.post(`/api/invitations/${link?.split('/').at(-1)}`, {
    password: 'nine silver limousines',
  });

  expect(sessionIn(reply)).toMatchObject({ staff: { id: admin.id }, staffNeedsFactor: true });
  expect(await listFactors(admin.id)).toEqual({ passkeys: [], totp: null });
  expect(sessionIn(await as(admin).get('/api/session')).staff).toBeNull();
  await addPasskey(browser.post, 'admin', new SoftwareAuthenticator(admin.id));
  expect((await browser.get('/api/ops/staff')).status).toBe(200);
});

test('a create:admin link of an admin who is disabled meanwhile keeps both password and passkey', async () => {
  const admin = await buildAdmin();
  await as(admin).signIn();
  const link = await createAdminLink({ email: admin.email, name: admin.name });
  const before = await UserModel.findById(admin.id).lean();
  const disable = async () => void (await UserModel.updateOne({ _id: admin.id }, { disabledAt: new Date() }));

  const accepted = acceptInvitation(link?.split('/').at(-1) ?? '', 'nine silver limousines', disable);

  await expect(accepted).rejects.toMatchObject({ code: 'INVITATION_SPENT' });
  expect((await listFactors(admin.id)).passkeys).toHaveLength(1);
  expect(await UserModel.findById(admin.id).lean()).toMatchObject({ passwordHash: before?.passwordHash });
});

test('re-enabling an admin with create:admin ends any sessions that were left', async () => {
  const admin = await buildAdmin();
  await as(admin).signIn();
  // As if Redis had been unavailable: the account is disabled, but its session still exists.
  await UserModel.updateOne({ _id: admin.id }, { disabledAt: new Date() });
  expect(await listSessions(admin.id, '')).toHaveLength(1);

  await createAdminLink({ email: admin.email, name: admin.name });

  expect(await UserModel.findById(admin.id).lean()).toMatchObject({ disabledAt: null });
  expect(await listSessions(admin.id, '')).toEqual([]);
});

import { expect, onTestFinished, test, vi } from 'vitest';
import { staffMemberSchema } from '#common/users/staff.ts';
import { sessionSchema } from '#common/users/user.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { redis } from '../infra/redis.ts';
import { MailModel } from '../mail/mail-model.ts';
import { as, visitor } from '../testing/as.ts';
import { buildAdmin, buildDispatcher, buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { codeIn, type Reply } from '../testing/test-client.ts';
import { closeAccount } from './close-account.ts';
import { createAdminLink } from './create-admin-link.ts';
import { InvitationModel } from './invitation-model.ts';
import { createInvitationLink } from './invitations.ts';
import { changeStaff, inviteStaff } from './staff.ts';
import { UserModel } from './user-model.ts';

setUpTestApp();

const PASSWORD = 'four black sedans in the rain';
const staffOf = ({ body }: Reply) => sessionSchema.parse(body).staff;
const tokenOf = (link: string) => link.split('/').at(-1) ?? '';

let count = 0;
const newcomer = (role = 'dispatcher') => {
  count += 1;
  return { name: 'Dana Reyes', email: `dana-${count}@example.com`, role };
};

const demote = (userId: string) => changeStaff(userId, { role: 'dispatcher' });

async function invite(role = 'dispatcher') {
  const admin = await buildAdmin();
  const { body } = await as(admin).post('/api/ops/staff', newcomer(role));
  const member = staffMemberSchema.parse(body);
  return { admin, member, token: tokenOf(await createInvitationLink(member.id)) };
}

test('an invited dispatcher sets a password once, which signs them in, and can sign in with it later', async () => {
  const { member, token } = await invite();
  expect(member).toMatchObject({ role: 'dispatcher', state: 'invited' });
  const browser = visitor();
  const shown = await browser.get(`/api/invitations/${token}`);
  expect(shown.body).toEqual({ name: 'Dana Reyes', email: member.email, role: 'dispatcher' });

  const accepted = await browser.post(`/api/invitations/${token}`, { password: PASSWORD });

  expect(staffOf(accepted)).toMatchObject({ id: member.id, role: 'dispatcher' });
  const again = await visitor().post(`/api/invitations/${token}`, { password: 'another good password' });
  expect(codeIn(again)).toEqual([409, 'INVITATION_SPENT']);
  const signedIn = await visitor().post('/api/session', { email: member.email, password: PASSWORD });
  expect(staffOf(signedIn)).toMatchObject({ id: member.id });
});

test('of two concurrent uses of an invitation, one sets the password', async () => {
  const { token } = await invite();
  const passwords = ['a first good password', 'a second good password'];

  const replies = await Promise.all(
    passwords.map((password) => visitor().post(`/api/invitations/${token}`, { password })),
  );

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('an expired, replaced or forged invitation can be neither read nor accepted', async () => {
  const { member, token } = await invite();
  const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  const tryBoth = async (tried: string) => [
    codeIn(await visitor().get(`/api/invitations/${tried}`)),
    codeIn(await visitor().post(`/api/invitations/${tried}`, { password: PASSWORD })),
  ];
  const isSpent = Array(2).fill([409, 'INVITATION_SPENT']);
  expect(await tryBoth(forged)).toEqual(Array(2).fill([404, 'NOT_FOUND']));

  const renewed = tokenOf(await createInvitationLink(member.id));
  expect(await tryBoth(token)).toEqual(isSpent);
  await InvitationModel.updateMany({ userId: member.id }, { expiresAt: new Date(Date.now() - 1) });
  expect(await tryBoth(renewed)).toEqual(isSpent);
  expect(await UserModel.findById(member.id).lean()).toMatchObject({ passwordHash: null });
});

test('an invited account without a password cannot sign in, and a taken email cannot be invited', async () => {
  const { admin, member } = await invite();
  const signIn = await visitor().post('/api/session', { email: member.email, password: 'null' });
  expect(signIn.status).toBe(401);

  const rider = await buildRider();
  const reply = await as(admin).post('/api/ops/staff', { ...newcomer(), email: rider.email });
  expect(codeIn(reply)).toEqual([409, 'EMAIL_TAKEN']);
});

test('an invitation whose process died before its email is completed by repeating it; another role is refused', async () => {
  const admin = await buildAdmin();
  const invited = { ...newcomer(), role: 'dispatcher' } as const;
  vi.spyOn(MailModel, 'create').mockImplementationOnce(() => {
    throw new Error('killed');
  });
  await expect(inviteStaff(invited)).rejects.toThrow('killed');
  const repeat = (changes = {}) => as(admin).post('/api/ops/staff', { ...invited, ...changes });

  const replies = [await repeat(), await repeat()];

  expect(replies.map(({ status }) => status)).toEqual([201, 201]);
  const [member, same] = replies.map(({ body }) => staffMemberSchema.parse(body));
  expect(member).toMatchObject({ email: invited.email, state: 'invited' });
  expect(same).toEqual(member);
  const invitations = await InvitationModel.find({ userId: member?.id });
  const isMailed = { template: 'invitation', aboutId: { $in: invitations.map(({ _id }) => _id) } } as const;
  expect([invitations.length, await MailModel.countDocuments(isMailed)]).toEqual([1, 1]);
  expect(codeIn(await repeat({ role: 'admin' }))).toEqual([409, 'EMAIL_TAKEN']);
});

test('a dispatcher is refused an admin-only call, and the audit log records the refusal', async () => {
  const dispatcher = await buildDispatcher();

  const reply = await as(dispatcher).get('/api/ops/staff');

  expect(reply).toMatchObject({ status: 403, body: { message: 'Only admins can do that.' } });
  const line = await AuditModel.findOne({ 'actor.id': dispatcher.id, action: 'call refused' }).lean();
  expect(line).toMatchObject({
    action: 'call refused',
    actor: { role: 'dispatcher', name: dispatcher.name },
    subject: { kind: 'call', id: 'GET /api/ops/staff' },
  });
});

test('a role change takes effect at the next request, and a disabled account is signed out and cannot sign in', async () => {
  const [admin, other] = await Promise.all([buildAdmin(), buildAdmin()]);
  expect((await as(other).get('/api/ops/staff')).status).toBe(200);

  await as(admin).patch(`/api/ops/staff/${other.id}`, { role: 'dispatcher' });
  expect((await as(other).get('/api/ops/staff')).status).toBe(403);

  await as(admin).patch(`/api/ops/staff/${other.id}`, { role: 'admin', isDisabled: true });
  expect((await as(other).get('/api/ops/staff')).status).toBe(401);
  expect(staffOf(await as(other).get('/api/session'))).toBeNull();
  const signIn = await visitor().post('/api/session', { email: other.email, password: TEST_PASSWORD });
  expect(signIn.status).toBe(401);
});

test('renaming a staff member is audited and does not undo a concurrent role change', async () => {
  const [admin, other] = [await buildAdmin(), await buildAdmin()];
  const member = await buildDispatcher({ name: 'Dana Reyes' });
  await Promise.all([as(admin).signIn(), as(other).signIn(), as(member).signIn()]);

  const [renamed] = await Promise.all([
    as(admin).patch(`/api/ops/staff/${member.id}`, { name: ' Dana Ruiz ' }),
    as(other).patch(`/api/ops/staff/${member.id}`, { role: 'admin' }),
  ]);

  expect(renamed).toMatchObject({ status: 200, body: { id: member.id, name: 'Dana Ruiz' } });
  expect(staffOf(await as(member).get('/api/session'))).toMatchObject({ name: 'Dana Ruiz', role: 'admin' });
  const lines = await AuditModel.find({ 'subject.id': member.id, action: 'staff changed' }).lean();
  expect(lines).toHaveLength(2);
  expect(lines.find(({ actor }) => actor.id === admin.id)).toMatchObject({
    subject: { kind: 'staff', name: 'Dana Ruiz' },
    before: { name: 'Dana Reyes' },
    after: { name: 'Dana Ruiz' },
  });
});

test('an admin can rename an invited staff member, and the invitation link shows the new name', async () => {
  const { admin, member, token } = await invite();

  const reply = await as(admin).patch(`/api/ops/staff/${member.id}`, { name: 'Dana Ruiz' });

  expect(reply).toMatchObject({ status: 200, body: { name: 'Dana Ruiz', state: 'invited' } });
  expect((await visitor().get(`/api/invitations/${token}`)).body).toMatchObject({ name: 'Dana Ruiz' });
});

test('renaming staff is refused for a blank name, by a dispatcher, and for a rider', async () => {
  const [admin, dispatcher, rider] = [await buildAdmin(), await buildDispatcher(), await buildRider()];
  const rename = (by: typeof admin, { id }: { id: string }, name: string) =>
    as(by).patch(`/api/ops/staff/${id}`, { name });

  const replies = [
    await rename(admin, dispatcher, ' '),
    await rename(dispatcher, admin, 'Somebody Else'),
    await rename(admin, rider, 'Somebody Else'),
  ];

  expect(replies.map(({ status }) => status)).toEqual([400, 403, 404]);
  expect(replies[0]?.body).toMatchObject({ issues: [{ path: 'name', message: 'Please enter a name.' }] });
  expect(await UserModel.countDocuments({ name: 'Somebody Else' })).toBe(0);
});

test('the last admin can be neither demoted nor disabled, even if the last two demote each other concurrently', async () => {
  await UserModel.deleteMany({});
  const [one, other] = await Promise.all([buildAdmin(), buildAdmin()]);
  await Promise.all([as(one).signIn(), as(other).signIn()]);

  await Promise.all([
    as(one).patch(`/api/ops/staff/${other.id}`, { role: 'dispatcher' }),
    as(other).patch(`/api/ops/staff/${one.id}`, { role: 'dispatcher' }),
  ]);

  expect(await UserModel.countDocuments({ role: 'admin' })).toBeGreaterThan(0);
  const [left] = await UserModel.find({ role: 'admin' });
  const lastOne = left?.id === one.id ? one : other;
  await UserModel.updateMany({ _id: { $ne: lastOne.id } }, { role: 'dispatcher' });
  const reply = await as(lastOne).patch(`/api/ops/staff/${lastOne.id}`, { isDisabled: true });
  expect(codeIn(reply)).toEqual([409, 'STAFF_CONFLICT']);
});

test('of two admins who demote or delete each other concurrently, one succeeds', async () => {
  for (const leave of [demote, (id: string) => closeAccount(id, 'admin')]) {
    await UserModel.deleteMany({});
    const [one, other] = await Promise.all([buildAdmin(), buildAdmin()]);

    const outcomes = await Promise.allSettled([demote(one.id), leave(other.id)]);

    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'STAFF_CONFLICT' },
    });
    expect(await UserModel.countDocuments({ role: 'admin', disabledAt: null })).toBe(1);
  }
});

test('the last admin stays admin even if the server dies while it refuses a change', async () => {
  await UserModel.deleteMany({});
  const { id } = await buildAdmin();
  for (const leave of [demote, (userId: string) => closeAccount(userId, 'admin')]) {
    // As if the process were gone before it could write anything else.
    const writes = [vi.spyOn(UserModel, 'updateOne'), vi.spyOn(UserModel, 'updateMany')];
    for (const write of writes) write.mockRejectedValue(new Error('gone'));

    await leave(id).catch(() => {});

    for (const write of writes) write.mockRestore();
    expect(await UserModel.findById(id).lean()).toMatchObject({ role: 'admin', disabledAt: null });
  }
});

test('without Redis a staff change that leaves no admin is rolled back, and keeps what another wrote', async () => {
  await UserModel.deleteMany({});
  const [admin, other] = [await buildAdmin(), await buildAdmin()];
  vi.spyOn(redis, 'set').mockRejectedValueOnce(new Error('Redis is gone'));
  const findOneAndUpdate = UserModel.findOneAndUpdate.bind(UserModel);
  vi.spyOn(UserModel, 'findOneAndUpdate').mockImplementationOnce(((
    ...change: Parameters<typeof findOneAndUpdate>
  ) => ({
    async lean() {
      const before = await findOneAndUpdate(...change).lean();
      await UserModel.updateMany({ _id: [other.id, admin.id] }, { disabledAt: new Date() });
      return before;
    },
  })) as never);

  await expect(demote(admin.id)).rejects.toMatchObject({ code: 'STAFF_CONFLICT' });

  expect(await UserModel.findById(admin.id).lean()).toMatchObject({
    role: 'admin',
    disabledAt: expect.any(Date),
  });
});

test('a role change of an account that is closed concurrently is still recorded in the audit log', async () => {
  const [admin, dispatcher] = [await buildAdmin(), await buildDispatcher()];
  await as(admin).signIn();
  const exists = UserModel.exists.bind(UserModel);
  const isAdminLeft = vi.spyOn(UserModel, 'exists').mockImplementationOnce((async (
    ...of: Parameters<typeof exists>
  ) => {
    await closeAccount(dispatcher.id, 'owner');
    return exists(...of);
  }) as never);
  onTestFinished(() => isAdminLeft.mockRestore());

  const reply = await as(admin).patch(`/api/ops/staff/${dispatcher.id}`, { role: 'admin' });

  expect(reply).toMatchObject({ status: 200, body: { id: dispatcher.id, role: 'admin' } });
  expect(
    await AuditModel.find({ 'subject.id': dispatcher.id, action: 'staff changed' }).lean(),
  ).toMatchObject([{ before: { role: 'dispatcher' }, after: { role: 'admin' } }]);
});

test('create:admin makes the first admin, but not an existing rider', async () => {
  const { email } = newcomer();
  const link = await createAdminLink({ email, name: 'Ada' });
  const reply = await visitor().post(`/api/invitations/${tokenOf(link ?? '')}`, { password: PASSWORD });
  expect(staffOf(reply)).toMatchObject({ role: 'admin', username: email });

  const rider = await buildRider();
  expect(await createAdminLink({ email: rider.email, name: 'Robin' })).toBeNull();
});

test('inviting staff again replaces their link, and is refused for staff who have a password', async () => {
  const { admin, member, token } = await invite();

  const again = await as(admin).post(`/api/ops/staff/${member.id}/invitation`);
  expect(again.body).toMatchObject({ state: 'invited' });
  expect(codeIn(await visitor().get(`/api/invitations/${token}`))).toEqual([409, 'INVITATION_SPENT']);

  const reply = await as(admin).post(`/api/ops/staff/${admin.id}/invitation`);
  expect(codeIn(reply)).toEqual([409, 'STAFF_CONFLICT']);
});

test('inviting staff again says that another admin has withdrawn the invitation', async () => {
  const { admin, member } = await invite();
  await as(admin).patch(`/api/ops/staff/${member.id}`, { isDisabled: true });

  const reply = await as(admin).post(`/api/ops/staff/${member.id}/invitation`);

  expect(reply).toMatchObject({
    status: 409,
    body: { message: 'Dana Reyes is disabled. Please enable them first.' },
  });
});

test('concurrent re-invitations of a staff member create one invitation and one email', async () => {
  const { admin, member, token } = await invite();
  await as(admin).signIn();
  const again = () => as(admin).post(`/api/ops/staff/${member.id}/invitation`);

  const replies = await Promise.all([again(), again(), again()]);

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  const open = await InvitationModel.find({ userId: member.id, spentAt: null });
  expect(open).toHaveLength(1);
  expect(await MailModel.countDocuments({ template: 'invitation', aboutId: open[0]?.id })).toBe(1);
  expect(codeIn(await visitor().get(`/api/invitations/${token}`))).toEqual([409, 'INVITATION_SPENT']);
});

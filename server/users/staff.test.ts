import { expect, onTestFinished, test, vi } from 'vitest';
import type { ErrorBody } from '#common/errors.ts';
import { staffMemberSchema } from '#common/users/staff.ts';
import { sessionSchema } from '#common/users/user.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { MailModel } from '../mail/mail-model.ts';
import { as, visitor } from '../testing/as.ts';
import { buildAdmin, buildDispatcher, buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { Reply } from '../testing/test-client.ts';
import { closeAccount } from './close-account.ts';
import { createAdminLink } from './create-admin-link.ts';
import { InvitationModel } from './invitation-model.ts';
import { createInvitationLink } from './invitations.ts';
import { UserModel } from './user-model.ts';

setUpTestApp();

const PASSWORD = 'four black sedans in the rain';
const codeOf = ({ status, body }: Reply) => [status, (body as ErrorBody).code];
const staffOf = ({ body }: Reply) => sessionSchema.parse(body).staff;
const tokenOf = (link: string) => link.split('/').at(-1) ?? '';

let count = 0;
const newcomer = (role = 'dispatcher') => {
  count += 1;
  return { name: 'Dana Reyes', email: `dana-${count}@example.com`, role };
};

async function invite(role = 'dispatcher') {
  const admin = await buildAdmin();
  const { body } = await as(admin).post('/api/ops/staff', newcomer(role));
  const member = staffMemberSchema.parse(body);
  return { admin, member, token: tokenOf(await createInvitationLink(member.id)) };
}

test('an invited dispatcher sets a password once, is signed in, and can sign in again', async () => {
  const { member, token } = await invite();
  expect(member).toMatchObject({ role: 'dispatcher', state: 'invited' });
  const browser = visitor();
  const shown = await browser.get(`/api/invitations/${token}`);
  expect(shown.body).toEqual({ name: 'Dana Reyes', email: member.email, role: 'dispatcher' });

  const accepted = await browser.post(`/api/invitations/${token}`, { password: PASSWORD });

  expect(staffOf(accepted)).toMatchObject({ id: member.id, role: 'dispatcher' });
  const again = await visitor().post(`/api/invitations/${token}`, { password: 'another good password' });
  expect(codeOf(again)).toEqual([409, 'INVITATION_SPENT']);
  const signedIn = await visitor().post('/api/session', { email: member.email, password: PASSWORD });
  expect(staffOf(signedIn)).toMatchObject({ id: member.id });
});

test('of two who use an invitation at the same instant, one sets the password', async () => {
  const { token } = await invite();
  const passwords = ['a first good password', 'a second good password'];

  const replies = await Promise.all(
    passwords.map((password) => visitor().post(`/api/invitations/${token}`, { password })),
  );

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('an invitation that is too old, replaced, or forged does nothing', async () => {
  const { member, token } = await invite();
  const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  expect((await visitor().get(`/api/invitations/${forged}`)).status).toBe(404);

  const renewed = tokenOf(await createInvitationLink(member.id));
  expect(codeOf(await visitor().get(`/api/invitations/${token}`))).toEqual([409, 'INVITATION_SPENT']);
  await InvitationModel.updateMany({ userId: member.id }, { expiresAt: new Date(Date.now() - 1) });
  expect(codeOf(await visitor().get(`/api/invitations/${renewed}`))).toEqual([409, 'INVITATION_SPENT']);
});

test('nobody signs in without a password, and an address that is taken is not invited', async () => {
  const { admin, member } = await invite();
  const signIn = await visitor().post('/api/session', { email: member.email, password: 'null' });
  expect(signIn.status).toBe(401);

  const rider = await buildRider();
  const reply = await as(admin).post('/api/ops/staff', { ...newcomer(), email: rider.email });
  expect(codeOf(reply)).toEqual([409, 'EMAIL_TAKEN']);
});

test('a dispatcher in an admin’s call is refused, and the audit log says so', async () => {
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

test('a role changes from the next request on, and a disabled account is out', async () => {
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

test('an admin gives one of the staff another name, which the log tells, and a role given at the same instant stays', async () => {
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

test('who is invited is given the right name before they come, and their link shows it', async () => {
  const { admin, member, token } = await invite();

  const reply = await as(admin).patch(`/api/ops/staff/${member.id}`, { name: 'Dana Ruiz' });

  expect(reply).toMatchObject({ status: 200, body: { name: 'Dana Ruiz', state: 'invited' } });
  expect((await visitor().get(`/api/invitations/${token}`)).body).toMatchObject({ name: 'Dana Ruiz' });
});

test('a name that is none is refused, and so is anybody but an admin, and a rider’s name', async () => {
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

test('somebody stays admin, also when the last two demote each other at once', async () => {
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
  expect(codeOf(reply)).toEqual([409, 'STAFF_CONFLICT']);
});

test('a change that is taken back takes back itself alone, not what another changed meanwhile', async () => {
  await UserModel.deleteMany({});
  const admin = await buildAdmin();
  await as(admin).signIn();
  const isAdminLeft = vi.spyOn(UserModel, 'exists').mockImplementationOnce((async () => {
    await UserModel.updateOne({ _id: admin.id }, { disabledAt: new Date() });
    return null;
  }) as never);
  onTestFinished(() => isAdminLeft.mockRestore());

  const reply = await as(admin).patch(`/api/ops/staff/${admin.id}`, { role: 'dispatcher' });

  expect(codeOf(reply)).toEqual([409, 'STAFF_CONFLICT']);
  expect(await UserModel.findById(admin.id).lean()).toMatchObject({
    role: 'admin',
    disabledAt: expect.any(Date),
  });
});

test('a change of somebody whose account is deleted at that moment is in the log', async () => {
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

test('the command line’s link makes the first admin, and no admin of a rider', async () => {
  const { email } = newcomer();
  const link = await createAdminLink({ email, name: 'Ada' });
  const reply = await visitor().post(`/api/invitations/${tokenOf(link ?? '')}`, { password: PASSWORD });
  expect(staffOf(reply)).toMatchObject({ role: 'admin', username: email });

  const rider = await buildRider();
  expect(await createAdminLink({ email: rider.email, name: 'Robin' })).toBeNull();
});

test('who is invited again gets a new link, unless they have a password', async () => {
  const { admin, member, token } = await invite();

  const again = await as(admin).post(`/api/ops/staff/${member.id}/invitation`);
  expect(again.body).toMatchObject({ state: 'invited' });
  expect(codeOf(await visitor().get(`/api/invitations/${token}`))).toEqual([409, 'INVITATION_SPENT']);

  const reply = await as(admin).post(`/api/ops/staff/${admin.id}/invitation`);
  expect(codeOf(reply)).toEqual([409, 'STAFF_CONFLICT']);
});

test('of presses at once that invite somebody again, all open one invitation, which is mailed once', async () => {
  const { admin, member, token } = await invite();
  await as(admin).signIn();
  const again = () => as(admin).post(`/api/ops/staff/${member.id}/invitation`);

  const replies = await Promise.all([again(), again(), again()]);

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  const open = await InvitationModel.find({ userId: member.id, spentAt: null });
  expect(open).toHaveLength(1);
  expect(await MailModel.countDocuments({ template: 'invitation', aboutId: open[0]?.id })).toBe(1);
  expect(codeOf(await visitor().get(`/api/invitations/${token}`))).toEqual([409, 'INVITATION_SPENT']);
});

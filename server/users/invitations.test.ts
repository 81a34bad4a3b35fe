import { expect, test, vi } from 'vitest';
import { MailModel } from '../mail/mail-model.ts';
import { buildRider } from '../testing/build-user.ts';
import { mailed } from '../testing/mailed.ts';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';
import { closeAccount } from './close-account.ts';
import { createAdminLink } from './create-admin-link.ts';
import { InvitationModel } from './invitation-model.ts';
import {
  acceptInvitation,
  createInvitationLink,
  createInvited,
  inviteOnce,
  inviteUser,
} from './invitations.ts';
import { UserModel } from './user-model.ts';

setUpTestDatabase();

const PASSWORD = 'four black sedans in the rain';

let count = 0;
async function buildInvited(role: 'driver' | 'admin' = 'driver') {
  count += 1;
  const email = `ivy-invited-${count}@example.com`;
  return createInvited({ name: 'Ivy Link', email, phone: null, role });
}
const openTokenFor = async (userId: string) => (await createInvitationLink(userId)).split('/').at(-1) ?? '';

test.each([
  ['disabled', (id: string) => UserModel.updateOne({ _id: id }, { disabledAt: new Date() })],
  ['closed to be deleted', (id: string) => closeAccount(id, 'admin')],
])(
  'an invited account that is %s while its password is being set gets no password',
  async (_what, change) => {
    const { id } = await buildInvited();
    const token = await openTokenFor(id);

    const accepted = acceptInvitation(token, PASSWORD, async () => void (await change(id)));

    await expect(accepted).rejects.toMatchObject({ code: 'INVITATION_SPENT' });
    expect(await UserModel.findById(id).lean()).toMatchObject({ passwordHash: null, emailConfirmedAt: null });
  },
);

test('an invitation can be accepted again after setting the password has failed, and then once', async () => {
  const { id } = await buildInvited();
  const token = await openTokenFor(id);
  const accept = () => acceptInvitation(token, PASSWORD, async () => {});
  vi.spyOn(UserModel, 'updateOne').mockImplementationOnce(() => {
    throw new Error('killed');
  });
  await expect(accept()).rejects.toThrow('killed');

  expect((await accept()).id).toBe(id);

  await expect(accept()).rejects.toMatchObject({ code: 'INVITATION_SPENT' });
});

test('an invitation whose process stopped before sending the email is emailed exactly once on retry', async () => {
  const { id, email } = await buildInvited();
  await createInvitationLink(id);

  await inviteOnce(id);
  await inviteOnce(id);

  expect(await mailed('invitation', email)).toHaveLength(1);
});

test('concurrent invitations of one account create one invitation and one email', async () => {
  const { id, email } = await buildInvited();

  await Promise.all([inviteOnce(id), inviteOnce(id), inviteOnce(id)]);

  expect(await InvitationModel.countDocuments({ userId: id })).toBe(1);
  expect(await mailed('invitation', email)).toHaveLength(1);
});

test('inviting again after an invitation expired creates and emails a new one', async () => {
  const { id, email } = await buildInvited();
  await createInvitationLink(id);
  await InvitationModel.updateOne({ userId: id }, { expiresAt: new Date(Date.now() - 1) });

  await inviteOnce(id);

  expect(await mailed('invitation', email)).toHaveLength(1);
  expect(await InvitationModel.countDocuments({ userId: id, spentAt: null })).toBe(1);
});

test('inviting someone again whose invitation was emailed emails a new link, and the old one stops working', async () => {
  const invited = { name: 'Ivy Link', email: 'ivy-again@example.com', phone: null, role: 'admin' } as const;
  const { id } = await inviteUser(invited);
  const [first] = await InvitationModel.find({ userId: id }).lean();
  const isFirst = { template: 'invitation', aboutId: first?._id } as const;
  await MailModel.updateOne(isFirst, { $set: { sentAt: new Date() }, $unset: { owedSince: 1 } });

  expect((await inviteUser(invited)).id).toBe(id);

  const open = await InvitationModel.find({ userId: id, spentAt: null }).lean();
  expect(open).toHaveLength(1);
  expect(open[0]?._id).not.toEqual(first?._id);
  const owed = { template: 'invitation', aboutId: open[0]?._id, owedSince: { $exists: true } } as const;
  expect(await MailModel.countDocuments(owed)).toBe(1);
});

test('a closed account is not invited', async () => {
  const { id } = await buildInvited();
  await closeAccount(id, 'admin');

  await inviteOnce(id);

  expect(await InvitationModel.exists({ userId: id })).toBeNull();
});

test('create:admin neither reopens an account that is being deleted nor makes a rider an admin', async () => {
  const { id, email } = await buildInvited('admin');
  await UserModel.updateOne(
    { _id: id },
    { deletion: { since: new Date(), by: 'admin' }, disabledAt: new Date() },
  );
  const rider = await buildRider();

  expect(await createAdminLink({ email, name: 'Ivy Link' })).toBeNull();
  expect(await createAdminLink({ email: rider.email, name: rider.name })).toBeNull();

  expect(await UserModel.findById(id).lean()).toMatchObject({ disabledAt: expect.any(Date) });
  expect(await InvitationModel.exists({ userId: id })).toBeNull();
});

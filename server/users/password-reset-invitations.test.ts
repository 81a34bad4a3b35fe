import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sessionSchema } from '#common/users/user.ts';
import type { EmailContent } from '../mail/email-content.ts';
import { visitor } from '../testing/as.ts';
import { buildRider } from '../testing/build-user.ts';
import { mailed } from '../testing/mailed.ts';
import { PASSWORD, redeemToken, requestLink, requestToken, signIn } from '../testing/reset-password.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { AccountLinkModel } from './account-link-model.ts';
import { closeAccount } from './close-account.ts';
import { InvitationModel } from './invitation-model.ts';
import { createInvitationLink, createInvited, inviteUser } from './invitations.ts';

setUpTestApp();

const accept = (token: string) => visitor().post(`/api/invitations/${token}`, { password: PASSWORD });

/** Returns the invitation token in an email. */
const invitationIn = (mail: EmailContent | undefined): string => {
  const link = mail?.parts.find((part) => part.kind === 'link');
  return link?.href.split('/').at(-1) ?? '';
};

test('a password reset sends a rider without a password a working invitation if the former one expired', async () => {
  const email = `caller-${randomUUID()}@example.com`;
  const { id } = await inviteUser({ name: 'Carla Caller', email, phone: null, role: 'rider' });
  await InvitationModel.updateOne({ userId: id }, { expiresAt: new Date(Date.now() - 1) });

  const reply = await requestLink(email);

  expect([reply.status, reply.body]).toEqual([202, null]);
  const [mail] = await mailed('password-reset', email);
  expect(mail?.title).toBe('Choose a password to get started');
  const accepted = await accept(invitationIn(mail));
  expect(sessionSchema.parse(accepted.body).rider).toMatchObject({ id, isEmailConfirmed: true });
  expect((await signIn(email, PASSWORD)).status).toBe(200);
});

test('repeated password resets resend a passwordless rider’s open invitation and extend its expiry', async () => {
  const email = `caller-${randomUUID()}@example.com`;
  const { id } = await createInvited({ name: 'Carla Caller', email, phone: null, role: 'rider' });
  const first = (await createInvitationLink(id)).split('/').at(-1);
  await InvitationModel.updateOne({ userId: id }, { expiresAt: new Date(Date.now() + 60_000) });

  await requestLink(email);
  await requestLink(email);

  const again = await mailed('password-reset', email);
  expect(again.map(invitationIn)).toEqual([first, first]);
  const [open, ...others] = await InvitationModel.find({ userId: id });
  expect(others).toEqual([]);
  expect(open?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 47 * 3_600_000);
});

test('a password reset sends no email to a closed account without a password', async () => {
  const email = `caller-${randomUUID()}@example.com`;
  const { id } = await inviteUser({ name: 'Carla Caller', email, phone: null, role: 'rider' });
  await closeAccount(id, 'admin');

  await requestLink(email);

  expect(await mailed('password-reset', email)).toEqual([]);
  expect(await AccountLinkModel.countDocuments({ email })).toBe(0);
});

test('resetting the password invalidates an open invitation', async () => {
  const rider = await buildRider();
  const invitation = (await createInvitationLink(rider.id)).split('/').at(-1);

  await redeemToken(await requestToken(rider));

  expect((await visitor().get(`/api/invitations/${invitation}`)).status).toBe(409);
});

import { expect, test, vi } from 'vitest';
import { AuditModel } from '../audit-log/audit-model.ts';
import { PendingCallModel, recordBrokenCalls } from '../audit-log/pending-calls.ts';
import { visitor } from '../testing/as.ts';
import { buildAdmin } from '../testing/build-user.ts';
import { newId } from '../testing/new-id.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { createAdminLink } from './create-admin-link.ts';
import { UserModel } from './user-model.ts';

setUpTestApp();

/**
 * Makes the command fail before it writes its audit entry, then records old unfinished calls.
 *
 * @returns the audit entries of a subject
 */
async function breakOff(admin: { email: string; name: string }, subjectId: string) {
  vi.spyOn(AuditModel, 'create').mockRejectedValueOnce(new Error('the log is full'));
  await expect(createAdminLink(admin)).rejects.toThrow('the log is full');
  await PendingCallModel.updateMany({}, { at: new Date(Date.now() - 3_600_000) });
  await recordBrokenCalls();
  return AuditModel.find({ 'subject.id': subjectId }).lean();
}

const BROKEN_OFF = {
  action: 'call broken off',
  actor: { role: 'worker', name: 'Command line' },
  after: { call: 'create:admin' },
};

test('create:admin that re-enables an admin and fails before its audit entry is recorded as broken off', async () => {
  const admin = await buildAdmin();
  await UserModel.updateOne({ _id: admin.id }, { disabledAt: new Date() });

  expect(await breakOff(admin, admin.id)).toMatchObject([
    { ...BROKEN_OFF, subject: { kind: 'staff', id: admin.id } },
  ]);

  expect(await UserModel.findById(admin.id)).toMatchObject({ disabledAt: null });
});

test('create:admin that creates the first admin and fails before its audit entry is recorded as broken off', async () => {
  const email = `ada-${newId()}@example.com`;

  expect(await breakOff({ email, name: 'Ada' }, 'create:admin')).toMatchObject([BROKEN_OFF]);

  expect(await UserModel.exists({ email, role: 'admin' })).not.toBeNull();
});

test('create:admin that succeeds leaves only its own audit entry and no pending call', async () => {
  const { id, email, name } = await buildAdmin();

  await createAdminLink({ email, name });

  expect(await PendingCallModel.countDocuments()).toBe(0);
  expect(await AuditModel.find({ 'subject.id': id, 'actor.name': 'Command line' }).lean()).toMatchObject([
    { action: 'admin link printed', subject: { kind: 'staff', id, name: email } },
  ]);
});

test('a password replaced through an admin link is recorded as changed', async () => {
  const { id, email, name } = await buildAdmin();
  const link = await createAdminLink({ email, name });
  const before = Date.now();

  const reply = await visitor().post(`/api/invitations/${link?.split('/').at(-1)}`, {
    password: 'four black sedans in the rain',
  });

  expect(reply.status).toBe(200);
  const { passwordChangedAt } = await UserModel.findById(id).orFail();
  expect(passwordChangedAt?.getTime()).toBeGreaterThanOrEqual(before);
});

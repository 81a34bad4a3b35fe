import { expect, test } from 'vitest';
import { ownDataSchema } from '#common/personal-data/own-data.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { as } from '../testing/as.ts';
import { buildAdmin, buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { deleteOwn } from '../testing/delete-own.ts';
import { mailed } from '../testing/mailed.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { isClosed } from '../users/close-account.ts';
import { eraseAccount } from './erase-account.ts';

setUpTestApp();

const exportOwn = (browser: ReturnType<typeof as>, currentPassword = TEST_PASSWORD) =>
  browser.post('/api/account/data', { role: 'rider', currentPassword });

test('exporting own data is audited and sends an email, and a wrong password does neither', async () => {
  const rider = await buildRider();
  const lines = { 'subject.id': rider.id, action: 'data exported' };
  expect((await exportOwn(as(rider), 'a guess')).status).toBe(400);
  expect(await AuditModel.countDocuments(lines)).toBe(0);
  expect(await mailed('factor-changed', rider.email)).toEqual([]);

  const { body } = await exportOwn(as(rider));

  expect(ownDataSchema.parse(body).account[0]?.email).toBe(rider.email);
  expect(await AuditModel.find(lines).lean()).toMatchObject([
    { actor: { id: rider.id, role: 'rider', address: as(rider).address }, topic: 'security' },
  ]);
  expect((await mailed('factor-changed', rider.email)).map(({ subject }) => subject)).toEqual([
    'Your data was downloaded',
  ]);
});

test('an export by an admin tells its subject by email that staff made it, unless their account is deleted', async () => {
  const [rider, admin] = [await buildRider(), await buildAdmin()];
  const exportRider = () => as(admin).post(`/api/ops/people/${rider.id}/data`);

  expect((await exportRider()).status).toBe(200);

  const [mail, ...others] = await mailed('factor-changed', rider.email);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Our team downloaded your data');
  const text = JSON.stringify(mail?.parts);
  expect(text).toContain('write to us');
  expect(text).not.toMatch(/password/);
  expect((await deleteOwn(rider)).status).toBe(202);
  expect(await mailed('factor-changed', rider.email)).toEqual([]);
  await eraseAccount(rider.id);
  expect((await exportRider()).status).toBe(200);
  expect(await mailed('factor-changed', `${rider.id}@deleted.invalid`)).toEqual([]);
});

test.each(['data', 'deletion'])(
  'the admin call for the %s of people is refused for the admin’s own account',
  async (what) => {
    const [admin] = [await buildAdmin(), await buildAdmin()];

    const reply = await as(admin).post(`/api/ops/people/${admin.id}/${what}`);

    expect(reply).toMatchObject({ status: 409, body: { code: 'STAFF_CONFLICT' } });
    expect(await isClosed(admin.id)).toBe(false);
    const action = { $in: ['data exported', 'account deleted'] };
    expect(await AuditModel.countDocuments({ 'subject.id': admin.id, action })).toBe(0);
  },
);

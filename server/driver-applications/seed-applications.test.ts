import { expect, test } from 'vitest';
import { applicationDetailsSchema } from '#common/driver-applications/application-views.ts';
import { listDriverApplications } from '#common/driver-applications/driver-applications-api.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { pathOf } from '../testing/application-review.ts';
import { as } from '../testing/as.ts';
import { buildAdmin } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { UserRecord } from '../users/user-model.ts';
import { seedApplications } from './seed-applications.ts';

setUpTestApp();

const list = async (admin: UserRecord) =>
  listDriverApplications.reply.parse((await as(admin).get('/api/ops/driver-applications')).body).applications;

const read = async (admin: UserRecord, application: { id: string }) =>
  applicationDetailsSchema.parse((await as(admin).get(pathOf(application))).body);

test('generated applications wait unchecked, half checked, asked, answered and ready to approve; seeding again changes nothing', async () => {
  const admin = await buildAdmin();
  const reviewer = { id: admin.id, name: admin.name, role: 'admin' } as const;

  const count = await seedApplications(reviewer);

  const rows = (await list(admin)).toReversed();
  expect(rows).toHaveLength(count);
  expect(rows.map(({ status, done, of }) => [status, done, of])).toEqual([
    ['received', 0, 8],
    ['received', 3, 5],
    ['more-needed', 3, 8],
    ['received', 4, 8],
    ['received', 5, 5],
  ]);
  const details = await Promise.all(rows.map((row) => read(admin, row)));
  expect(details.map(({ messages }) => messages.map(({ from }) => from))).toEqual([
    [],
    [],
    ['staff'],
    ['staff', 'applicant'],
    [],
  ]);
  for (const { id, checklist, messages } of details) {
    const asked = messages.filter(({ from }) => from === 'staff').length;
    const lines = await AuditModel.find({ 'subject.id': id }).lean();
    expect(lines).toHaveLength(checklist.length + asked);
    expect(lines.every(({ actor }) => actor.id === admin.id)).toBe(true);
  }

  const ready = details.at(-1);
  if (!ready) throw new Error('none is ready');
  const approved = await as(admin).post(`${pathOf(ready)}/approve`, { version: ready.version });
  expect(approved.status).toBe(200);
  const before = await list(admin);
  expect(await seedApplications(reviewer)).toBe(count);
  expect(await list(admin)).toEqual(before);
});

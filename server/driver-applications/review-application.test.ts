import { Types } from 'mongoose';
import { expect, test } from 'vitest';
import { AuditModel } from '../audit-log/audit-model.ts';
import { EMAIL_TEMPLATES } from '../email-templates.ts';
import { env } from '../env.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { ask, pathOf, statuses } from '../testing/application-review.ts';
import { as, visitor } from '../testing/as.ts';
import { buildPaper, storeApplication } from '../testing/build-application.ts';
import { buildAdmin, buildDispatcher } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { UserRecord } from '../users/user-model.ts';
import { ApplicationModel } from './application-model.ts';
import { followUpApplication } from './follow-up-application.ts';

setUpTestApp();

test('staff can list driver applications by status', async () => {
  const admin = await buildAdmin();
  const { id, name } = await storeApplication();
  const declined = await storeApplication();
  await as(admin).post(`${pathOf(declined)}/decline`, { version: 1, reason: 'A 2016 model' });

  const { body } = await as(admin).get('/api/ops/driver-applications?status=received');

  const rows = Object(body).applications;
  expect(rows).toContainEqual(expect.objectContaining({ id, name, done: 0, of: 8 }));
  expect(rows.some((row: { id: string }) => row.id === declined.id)).toBe(false);
});

test('driver applications are paged by 50, newest first and each listed once', async () => {
  await ApplicationModel.deleteMany();
  const { _id, id, token, tokenDigest, openEmail, ...copy } = await storeApplication();
  const ids = Array.from({ length: 60 }, () => new Types.ObjectId());
  await ApplicationModel.insertMany(ids.map((each) => ({ ...copy, _id: each, tokenDigest: `of ${each}` })));
  const admin = as(await buildAdmin());
  const page = async (query = '') => {
    const { applications, next } = Object((await admin.get(`/api/ops/driver-applications${query}`)).body);
    return { ids: applications.map((row: { id: string }) => row.id), next };
  };

  const first = await page();
  const second = await page(`?after=${first.next}`);

  expect([first.ids.length, second.ids.length, second.next]).toEqual([50, 11, null]);
  const all = [_id, ...ids].map((each) => each.toHexString());
  expect([...first.ids, ...second.ids]).toEqual(all.toSorted().toReversed());
});

test('checking an item of an application records who did it and when, and writes an audit line', async () => {
  const dispatcher = await buildDispatcher({ name: 'Dana Reyes' });
  const application = await storeApplication();
  const before = databaseClock.nowMs();

  const reply = await as(dispatcher).patch(`${pathOf(application)}/checklist`, {
    version: 1,
    item: 'criminal-check',
    isDone: true,
    note: 'Clear',
  });

  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({
    version: 2,
    checklist: [
      { item: 'criminal-check', isDone: true, note: 'Clear', by: { id: dispatcher.id, name: 'Dana Reyes' } },
    ],
  });
  const checkedAt = Date.parse(Object(reply.body).checklist[0].at);
  expect(checkedAt).toBeGreaterThanOrEqual(before);
  expect(checkedAt).toBeLessThanOrEqual(databaseClock.nowMs());
  expect(await AuditModel.find({ 'subject.id': application.id }).lean()).toMatchObject([
    { action: 'driver application checked', actor: { id: dispatcher.id, role: 'dispatcher' } },
  ]);
});

test('of two concurrent checks of one version, one is recorded and the other is a conflict', async () => {
  const [one, other] = [await buildAdmin(), await buildDispatcher()];
  const application = await storeApplication();
  const check = (item: string) => ({ version: 1, item, isDone: true });

  const replies = await Promise.all([
    as(one).patch(`${pathOf(application)}/checklist`, check('license')),
    as(other).patch(`${pathOf(application)}/checklist`, check('training')),
  ]);

  expect(statuses(replies)).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'APPLICATION_CHANGED' });
  expect((await ApplicationModel.findById(application.id).lean())?.checklist).toHaveLength(1);
});

test('vehicle items of an applicant without a vehicle cannot be checked', async () => {
  const application = await storeApplication({
    vehicle: null,
    papers: [buildPaper('license'), buildPaper('dot-certification')],
  });

  const reply = await as(await buildAdmin()).patch(`${pathOf(application)}/checklist`, {
    version: 1,
    item: 'inspection',
    isDone: true,
  });

  expect(reply.status).toBe(400);
});

test('operations get an email about a question that the applicant’s mail server rejects', async () => {
  const application = await storeApplication();
  await ask(await buildAdmin(), application, 1);
  const [question] = (await ApplicationModel.findById(application.id).lean())?.messages ?? [];

  const { whenRejected } = EMAIL_TEMPLATES['driver-application-more-needed'];
  const { to, parts } = await EMAIL_TEMPLATES[whenRejected].compose(String(question?._id));

  expect(to).toBe(env.MAIL_TO);
  const text = JSON.stringify(parts);
  expect(text).toContain('A sharper photo?');
  expect(text).toContain(application.phone);
  expect(text).toContain(`/ops/drivers/applications/${application.id}`);
});

test.each([
  [
    'a question',
    'ask',
    'post',
    { message: 'A sharper photo?', paper: 'insurance' },
    { message: 'A sharper scan?' },
  ],
  ['a check', 'checklist', 'patch', { item: 'training', isDone: true, note: 'Sat' }, { note: 'Sun' }],
  ['an approval', 'approve', 'post', {}, null],
  ['a decline', 'decline', 'post', { reason: 'A 2016 model' }, { reason: 'A 2015 model' }],
] as const)(
  '%s that is sent again after a lost reply is made once, unlike another one',
  async (_what, path, method, body, other) => {
    const [admin, colleague] = [await buildAdmin(), await buildAdmin({ name: 'Sasha Quinn' })];
    const application = await storeApplication({}, { isChecked: true });
    const send = (user: UserRecord, overrides: object | null = {}) =>
      as(user)[method](`${pathOf(application)}/${path}`, { version: 1, ...body, ...overrides });
    const first = await send(admin);
    await followUpApplication(application.id);

    const again = await send(admin);

    expect([first.status, again.status]).toEqual([200, 200]);
    expect(Object(again.body).version).toBe(2);
    expect((await send(colleague)).status).toBe(409);
    if (other) expect((await send(admin, other)).status).toBe(409);
    const { messages } = (await ApplicationModel.findById(application.id).lean()) ?? {};
    expect(messages).toHaveLength(path === 'ask' ? 1 : 0);
    expect(await AuditModel.countDocuments({ 'subject.id': application.id, topic: null })).toBe(1);
  },
);

test('after a decline the applicant can read the reason and apply again', async () => {
  const application = await storeApplication();
  await as(await buildAdmin()).post(`${pathOf(application)}/decline`, {
    version: 1,
    reason: 'It is a 2016 model.',
  });

  const page = await visitor().get(`/api/driver-applications/${application.token}`);
  expect(page.body).toMatchObject({ status: 'declined', reason: 'It is a 2016 model.' });
  await storeApplication({ email: application.email });
  expect(await ApplicationModel.countDocuments({ email: application.email })).toBe(2);
});

import { Types } from 'mongoose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AuditModel } from '../audit-log/audit-model.ts';
import { EMAIL_TEMPLATES } from '../email-templates.ts';
import { env } from '../env.ts';
import { removeUnusedFiles } from '../files/remove-unused-files.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { mailsAbout, pathOf, statuses } from '../testing/application-review.ts';
import { as, visitor } from '../testing/as.ts';
import { buildPaper, storeApplication } from '../testing/build-application.ts';
import { APPLICANT_FILES, STAFF_FILES, uploadPdf } from '../testing/build-file.ts';
import { buildAdmin, buildDispatcher } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { UserRecord } from '../users/user-model.ts';
import { ApplicationModel } from './application-model.ts';
import { findFilesOfApplications } from './application-queries.ts';
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

test('an answer with a new paper, even if retried, is stored once and unchecks the paper', async () => {
  const admin = await buildAdmin();
  const application = await storeApplication({}, { isChecked: true });
  const asked = await as(admin).post(`${pathOf(application)}/ask`, {
    version: 1,
    message: "The photo can't be read.",
    paper: 'insurance',
  });
  expect(asked.body).toMatchObject({ status: 'more-needed', version: 2 });
  await followUpApplication(application.id);
  const [question] = (await ApplicationModel.findById(application.id).lean())?.messages ?? [];
  expect(await mailsAbout(question?._id)).toEqual(['driver-application-more-needed']);
  const page = `/api/driver-applications/${application.token}`;
  expect((await visitor().get(page)).body).toMatchObject({
    status: 'more-needed',
    question: { text: "The photo can't be read.", paper: 'insurance' },
  });

  const papers = [buildPaper('insurance', { number: 'NEW-1' })];
  // Like a browser that retries because the reply was lost.
  const replies = await Promise.all([1, 2].map(() => answer(application, 2, { papers })));

  expect(statuses(replies)).toEqual([200, 200]);
  const kept = await ApplicationModel.findById(application.id).lean();
  expect(kept).toMatchObject({ status: 'received', version: 3 });
  expect(kept?.messages.map(({ from }) => from)).toEqual(['staff', 'applicant']);
  expect(kept?.papers).toHaveLength(5);
  expect(kept?.papers.find(({ kind }) => kind === 'insurance')?.number).toBe('NEW-1');
  expect(kept?.checklist.map(({ item }) => item)).not.toContain('insurance');
});

const ask = (admin: UserRecord, application: { id: string }, version: number) =>
  as(admin).post(`${pathOf(application)}/ask`, { version, message: 'A sharper photo?', paper: 'insurance' });

const tick = (admin: UserRecord, application: { id: string }, version: number) =>
  as(admin).patch(`${pathOf(application)}/checklist`, { version, item: 'criminal-check', isDone: true });

const answer = ({ token }: { token: string }, version: number, overrides: object = {}) =>
  visitor().post(`/api/driver-applications/${token}/reply`, {
    version,
    message: 'Here it is.',
    papers: [],
    ...overrides,
  });

test('an applicant’s answer is accepted even if staff checked an item after the page was opened', async () => {
  const admin = await buildAdmin();
  const application = await storeApplication();
  await ask(admin, application, 1);
  expect((await tick(admin, application, 2)).status).toBe(200);

  const reply = await answer(application, 2, { papers: [buildPaper('insurance', { number: 'NEW-1' })] });

  expect(reply.status).toBe(200);
  const kept = await ApplicationModel.findById(application.id).lean();
  expect(kept).toMatchObject({ status: 'received', version: 4, checklist: [{ item: 'criminal-check' }] });
  expect(kept?.papers.find(({ kind }) => kind === 'insurance')?.number).toBe('NEW-1');
});

test('operations get one email about an applicant’s answer', async () => {
  const admin = await buildAdmin();
  const application = await storeApplication();
  await ask(admin, application, 1);
  await followUpApplication(application.id);
  await answer(application, 2);

  expect(await ApplicationModel.findById(application.id).lean()).toMatchObject({
    followUpAt: expect.any(Date),
  });
  await Promise.all([1, 2].map(() => followUpApplication(application.id)));

  const { messages = [] } = (await ApplicationModel.findById(application.id).lean()) ?? {};
  const [asked, answered] = await Promise.all(messages.map(({ _id }) => mailsAbout(_id)));
  expect(asked).toEqual(['driver-application-more-needed']);
  expect(answered).toEqual(['driver-application-answered']);
  const { to, parts } = await EMAIL_TEMPLATES['driver-application-answered'].compose(
    String(messages[1]?._id),
  );
  expect(to).toBe(env.MAIL_TO);
  expect(JSON.stringify(parts)).toContain('Here it is.');
  expect(JSON.stringify(parts)).toContain(`/ops/drivers/applications/${application.id}`);
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

test('an applicant’s answer and a concurrent check by staff are both kept', async () => {
  const admin = await buildAdmin();
  const application = await storeApplication();
  await ask(admin, application, 1);
  const findById = vi.spyOn(ApplicationModel, 'findById').mockImplementationOnce(((_id: string) => ({
    lean: async () => {
      const read = await ApplicationModel.findOne({ _id }).lean();
      await tick(admin, application, 2);
      return read;
    },
  })) as unknown as typeof ApplicationModel.findById);
  onTestFinished(() => findById.mockRestore());

  expect((await answer(application, 2)).status).toBe(200);

  expect(await ApplicationModel.findById(application.id).lean()).toMatchObject({
    ...{ status: 'received', version: 4 },
    checklist: [{ item: 'criminal-check' }],
    messages: [{ from: 'staff' }, { from: 'applicant', text: 'Here it is.' }],
  });
});

test('an answer to a superseded question is refused, and an answer to the open question is accepted', async () => {
  const admin = await buildAdmin();
  const application = await storeApplication();
  await ask(admin, application, 1);
  await ask(admin, application, 2);

  const [former, present] = [await answer(application, 2), await answer(application, 3)];

  expect([former.status, present.status]).toEqual([409, 200]);
  expect(former.body).toMatchObject({ code: 'APPLICATION_CHANGED' });
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

test('a question that was stored without a version can be answered', async () => {
  const admin = await buildAdmin();
  const application = await storeApplication();
  await ask(admin, application, 1);
  await ApplicationModel.updateOne(
    { _id: application.id },
    { $unset: { 'messages.$[question].version': 1 } },
    { arrayFilters: [{ 'question.from': 'staff' }] },
  );

  expect((await answer(application, 2)).status).toBe(200);
});

test('a different second answer is refused before and after the decision, and a repeated answer is accepted', async () => {
  const admin = await buildAdmin({ name: 'Robin Hale' });
  const application = await storeApplication();
  await ask(admin, application, 1);
  const papers = [buildPaper('insurance', { number: 'NEW-1' })];
  await answer(application, 2, { papers });

  const others = [
    await answer(application, 2, { papers, message: 'This one.' }),
    await answer(application, 2, { papers: [buildPaper('insurance', { number: 'NEW-2' })] }),
  ];
  await as(admin).post(`${pathOf(application)}/decline`, { version: 3, reason: 'A 2016 model' });
  const repeated = await answer(application, 2, { papers });
  const late = await answer(application, 2, { papers, message: 'This one.' });

  expect(others.map(({ body }) => Object(body).code)).toEqual(['APPLICATION_CHANGED', 'APPLICATION_CHANGED']);
  expect(repeated).toMatchObject({ status: 200, body: { status: 'declined' } });
  expect(late).toMatchObject({ status: 409, body: { code: 'APPLICATION_DECIDED' } });
  expect((await ApplicationModel.findById(application.id).lean())?.messages).toHaveLength(2);
});

test('a file in an applicant’s answer replaces the former file, which is then deleted', async () => {
  const [former, newer] = [
    await uploadPdf(visitor(), APPLICANT_FILES),
    await uploadPdf(visitor(), APPLICANT_FILES, 'sharper.pdf'),
  ];
  const application = await storeApplication({
    vehicle: null,
    papers: [buildPaper('license', { file: former }), buildPaper('dot-certification')],
  });
  const admin = as(await buildAdmin());
  await admin.post(`${pathOf(application)}/ask`, {
    version: 1,
    message: "It can't be read.",
    paper: 'license',
  });
  const papers = [buildPaper('license', { file: newer })];

  const [answered, repeated] = [
    await answer(application, 2, { papers }),
    await answer(application, 2, { papers }),
  ];

  expect([answered.status, repeated.status]).toEqual([200, 200]);
  expect(Object(answered.body).papers.at(-1)).toMatchObject({ kind: 'license', file: newer });
  const due = await admin.get(`${STAFF_FILES}/${former.id}`);
  expect(due.status).toBe(200);
  await removeUnusedFiles([findFilesOfApplications]);
  expect((await admin.get(`${STAFF_FILES}/${former.id}`)).status).toBe(404);
  expect((await admin.get(`${STAFF_FILES}/${newer.id}`)).status).toBe(200);
});

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

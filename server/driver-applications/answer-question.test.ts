import { expect, onTestFinished, test, vi } from 'vitest';
import { EMAIL_TEMPLATES } from '../email-templates.ts';
import { env } from '../env.ts';
import { removeUnusedFiles } from '../files/remove-unused-files.ts';
import { ask, mailsAbout, pathOf, statuses } from '../testing/application-review.ts';
import { as, visitor } from '../testing/as.ts';
import { buildPaper, storeApplication } from '../testing/build-application.ts';
import { APPLICANT_FILES, STAFF_FILES, uploadPdf } from '../testing/build-file.ts';
import { buildAdmin } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { UserRecord } from '../users/user-model.ts';
import { ApplicationModel } from './application-model.ts';
import { findFilesOfApplications } from './application-queries.ts';
import { followUpApplication } from './follow-up-application.ts';

setUpTestApp();

const tick = (admin: UserRecord, application: { id: string }, version: number) =>
  as(admin).patch(`${pathOf(application)}/checklist`, { version, item: 'criminal-check', isDone: true });

const answer = ({ token }: { token: string }, version: number, overrides: object = {}) =>
  visitor().post(`/api/driver-applications/${token}/reply`, {
    version,
    message: 'Here it is.',
    papers: [],
    ...overrides,
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

import { Types } from 'mongoose';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { StoredFile } from '#common/files/stored-file.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { DriverModel } from '../drivers/driver-model.ts';
import { findApprovedDriver } from '../drivers/driver-queries.ts';
import { EMAIL_TEMPLATES } from '../email-templates.ts';
import { env } from '../env.ts';
import { FileModel } from '../files/file-model.ts';
import { removeUnusedFiles } from '../files/remove-unused-files.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { MailModel } from '../mail/mail-model.ts';
import { as, visitor } from '../testing/as.ts';
import { buildPaper, storeApplication } from '../testing/build-application.ts';
import { APPLICANT_FILES, STAFF_FILES, uploadPdf } from '../testing/build-file.ts';
import { buildAdmin, buildDispatcher, buildDriver, buildRider } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { Reply } from '../testing/test-client.ts';
import { UserModel, type UserRecord } from '../users/user-model.ts';
import { composeApprovedEmail } from './application-emails.ts';
import { ApplicationModel } from './application-model.ts';
import { findFilesOfApplications } from './application-queries.ts';
import { followUpApplication } from './follow-up-application.ts';

setUpTestApp();

const pathOf = ({ id }: { id: string }) => `/api/ops/driver-applications/${id}`;
const statuses = (replies: Reply[]) => replies.map(({ status }) => status).toSorted();
const mailsAbout = async (aboutId: Types.ObjectId | undefined) =>
  (await MailModel.find({ aboutId }).lean()).map(({ template }) => template);

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

test('approval is refused while checklist items are open, and names them', async () => {
  const application = await storeApplication();

  const reply = await as(await buildAdmin()).post(`${pathOf(application)}/approve`, { version: 1 });

  expect(reply.status).toBe(409);
  expect(reply.body).toMatchObject({
    code: 'CHECKLIST_INCOMPLETE',
    message: expect.stringMatching(/^Approve opens once license, .* and training are done\.$/),
  });
});

test('of a concurrent approval and decline one wins, and the other is refused with name and time', async () => {
  const [approver, decliner] = [
    await buildAdmin({ name: 'Robin Hale' }),
    await buildAdmin({ name: 'Sasha Quinn' }),
  ];
  for (let round = 0; round < 5; round += 1) {
    const application = await storeApplication({}, { isChecked: true });

    const replies = await Promise.all([
      as(approver).post(`${pathOf(application)}/approve`, { version: 1 }),
      as(decliner).post(`${pathOf(application)}/decline`, { version: 1, reason: 'No' }),
    ]);

    expect(statuses(replies)).toEqual([200, 409]);
    const kept = await ApplicationModel.findById(application.id).lean();
    const words =
      kept?.status === 'approved' ? /^Approved by Robin Hale on / : /^Declined by Sasha Quinn on /;
    expect(replies.find(({ status }) => status === 409)?.body).toEqual({
      code: 'APPLICATION_DECIDED',
      message: expect.stringMatching(words),
    });
    await followUpApplication(application.id);
    const drivers = await UserModel.countDocuments({ email: application.email });
    expect(drivers).toBe(kept?.status === 'approved' ? 1 : 0);
  }
});

test('an approved applicant becomes a driver once, even if the follow-up runs repeatedly and concurrently', async () => {
  const application = await storeApplication({}, { isChecked: true });
  await as(await buildAdmin()).post(`${pathOf(application)}/approve`, { version: 1 });

  await Promise.allSettled([1, 2, 3].map(() => followUpApplication(application.id)));
  await followUpApplication(application.id);

  const users = await UserModel.find({ email: application.email }).lean();
  expect(users).toMatchObject([{ role: 'driver', passwordHash: null, name: 'Renee Whitfield' }]);
  const kept = await ApplicationModel.findById(application.id).lean();
  expect(kept).toMatchObject({ driverId: users[0]?._id, problem: null });
  const driver = await findApprovedDriver(String(users[0]?._id));
  expect(driver.documents.map(({ kind }) => kind)).toEqual(['license', 'medical-card']);
  expect(driver.vehicles).toMatchObject([
    {
      label: 'Green Hummer H2, stretched',
      rideType: 'hummer-18',
      seats: 18,
      plate: application.vehicle?.plate,
    },
  ]);
  expect(await mailsAbout(application._id)).toContain('driver-application-approved');
  const again = await visitor().post(`/api/driver-applications/${application.token}/invitation`);
  expect(again.status).toBe(204);
});

test('on approval files move with their papers to the driver and the vehicle, closed to others, also after an interruption', async () => {
  const browser = visitor();
  const [license, insurance] = [
    await uploadPdf(browser, APPLICANT_FILES, 'license.pdf'),
    await uploadPdf(browser, APPLICANT_FILES, 'insurance.pdf'),
  ];
  const application = await storeApplication(
    {
      papers: [
        buildPaper('license', { file: license }),
        buildPaper('insurance', { file: insurance }),
        ...(['registration', 'dot-certification', 'inspection'] as const).map((kind) => buildPaper(kind)),
      ],
    },
    { isChecked: true },
  );
  const admin = as(await buildAdmin());
  const shown = await admin.get(pathOf(application));
  expect(Object(shown.body).papers.map(({ file }: { file: unknown }) => file)).toEqual([
    license,
    insurance,
    null,
    null,
    null,
  ]);
  await admin.post(`${pathOf(application)}/approve`, { version: 1 });
  await followUpApplication(application.id);

  const kept = await ApplicationModel.findById(application.id).lean();
  const driver = await findApprovedDriver(String(kept?.driverId));
  expect(driver.documents.map(({ kind, file }) => [kind, file])).toEqual([
    ['license', license],
    ['medical-card', null],
  ]);
  expect(driver.vehicles[0]?.documents[0]).toMatchObject({ kind: 'insurance', file: insurance });
  const [dispatcher, otherDriver, rider] = [await buildDispatcher(), await buildDriver(), await buildRider()];
  for (const { id } of [license, insurance]) {
    const replies = [
      await as(dispatcher).get(`${STAFF_FILES}/${id}`),
      await as(otherDriver).get(`/api/driver/files/${id}`),
      await as(otherDriver).get(`${STAFF_FILES}/${id}`),
      await as(rider).get(`${STAFF_FILES}/${id}`),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 404, 403, 403]);
  }
  const ownerOf = async ({ id }: StoredFile) => (await FileModel.findById(id).lean())?.owner;
  const owners = [`driver ${driver.id}`, `vehicle ${driver.vehicles[0]?.id}`];
  expect([await ownerOf(license), await ownerOf(insurance)]).toEqual(owners);

  // Restores the state of a run that was interrupted after it had created driver and vehicle.
  const ids = [license.id, insurance.id];
  await FileModel.updateMany({ _id: { $in: ids } }, { $set: { owner: `applicant ${application.email}` } });
  await followUpApplication(application.id);

  expect([await ownerOf(license), await ownerOf(insurance)]).toEqual(owners);
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

test('approving the application of someone who already drives records the newer papers and promises no password email', async () => {
  const papers = [buildPaper('license'), buildPaper('dot-certification', { expiresOn: '2020-01-01' })];
  const recorded = [
    { kind: 'license', number: 'NV-OLD', expiresOn: '2020-01-01' },
    { kind: 'medical-card', number: 'MC-1', expiresOn: '2031-05-01' },
  ] as const;
  const driver = await buildDriver({ driver: { documents: [...recorded] } });
  const application = await storeApplication(
    { email: driver.email, vehicle: null, papers },
    { isChecked: true },
  );
  await as(await buildAdmin({ name: 'Robin Hale' })).post(`${pathOf(application)}/approve`, { version: 1 });

  await Promise.all([1, 2].map(() => followUpApplication(application.id)));

  const { documents, version, changedBy } = Object(await DriverModel.findById(driver.id).lean());
  expect(documents).toEqual([
    expect.objectContaining({ kind: 'medical-card', number: 'MC-1' }),
    expect.objectContaining({ kind: 'license', number: papers[0]?.number }),
  ]);
  expect([version, changedBy.name]).toEqual([2, 'Robin Hale']);
  const { parts } = await composeApprovedEmail(application.id);
  expect(JSON.stringify(parts)).not.toContain('second email');
});

test('the approval email of a new driver announces the link to set a password', async () => {
  const application = await storeApplication({}, { isChecked: true });
  await as(await buildAdmin()).post(`${pathOf(application)}/approve`, { version: 1 });

  const early = await composeApprovedEmail(application.id);
  await followUpApplication(application.id);
  const late = await composeApprovedEmail(application.id);

  for (const { parts } of [early, late]) expect(JSON.stringify(parts)).toContain('A second email has a link');
});

test('an approved driver gets no vehicle if its plate is taken, and the application states the problem', async () => {
  const first = await storeApplication({}, { isChecked: true });
  const second = await storeApplication({ vehicle: first.vehicle }, { isChecked: true });
  for (const application of [first, second]) {
    await as(await buildAdmin()).post(`${pathOf(application)}/approve`, { version: 1 });
    await followUpApplication(application.id);
  }

  const kept = await ApplicationModel.findById(second.id).lean();
  expect(kept?.problem).toMatch(/^Another vehicle has the plate/);
  expect((await findApprovedDriver(String(kept?.driverId))).vehicles).toEqual([]);
});

test('approval is refused if the applicant’s email address belongs to a rider', async () => {
  const rider = await buildRider();
  const application = await storeApplication({ email: rider.email }, { isChecked: true });

  const reply = await as(await buildAdmin()).post(`${pathOf(application)}/approve`, { version: 1 });

  expect(reply.status).toBe(409);
  expect(reply.body).toMatchObject({ code: 'EMAIL_TAKEN' });
  expect((await ApplicationModel.findById(application.id).lean())?.status).toBe('received');
});

test('if a rider signs up with the address after approval, no driver is created and the problem is stated', async () => {
  const application = await storeApplication({}, { isChecked: true });
  await as(await buildAdmin()).post(`${pathOf(application)}/approve`, { version: 1 });
  await buildRider({ email: application.email });

  await followUpApplication(application.id);

  const kept = await ApplicationModel.findById(application.id).lean();
  expect(kept).toMatchObject({
    status: 'approved',
    driverId: null,
    problem: expect.stringContaining('already signs in'),
    followUpAt: expect.any(Date),
  });
});

test('requesting the invitation again is refused before the account exists and once it has a password', async () => {
  const application = await storeApplication({}, { isChecked: true });
  await as(await buildAdmin()).post(`${pathOf(application)}/approve`, { version: 1 });
  const askAgain = () => visitor().post(`/api/driver-applications/${application.token}/invitation`);

  expect((await askAgain()).body).toEqual({
    code: 'INVITATION_SPENT',
    message: 'We are still creating your account. You get the link by email once it is ready.',
  });
  await followUpApplication(application.id);
  expect((await askAgain()).status).toBe(204);
  await UserModel.updateOne({ email: application.email }, { $set: { passwordHash: 'set' } });
  expect((await askAgain()).body).toEqual({
    code: 'INVITATION_SPENT',
    message: 'You already have a password. Please sign in.',
  });
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

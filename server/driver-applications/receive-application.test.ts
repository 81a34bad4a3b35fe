import { expect, test } from 'vitest';
import { addDays, dateInVegas } from '#common/time.ts';
import { jobQueue } from '../infra/queues.ts';
import { MailModel } from '../mail/mail-model.ts';
import { visitor } from '../testing/as.ts';
import { buildApplication, buildPaper, storeApplication } from '../testing/build-application.ts';
import { APPLICANT_FILES, uploadPdf } from '../testing/build-file.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { deriveApplicationToken } from './application-link.ts';
import { ApplicationModel } from './application-model.ts';
import { followUpApplication, reconcileApplications } from './follow-up-application.ts';

setUpTestApp();

const apply = (body: object) => visitor().post('/api/driver-applications', body);

const stored = (email: string) => ApplicationModel.find({ email }).lean();

test('a driver application is stored without its token, and can be read with the token', async () => {
  const application = buildApplication();

  const reply = await apply(application);

  expect(reply.status).toBe(200);
  const [kept] = await stored(application.email);
  expect(kept).toMatchObject({ status: 'received', version: 1, vehicle: application.vehicle });
  const token = deriveApplicationToken(String(kept?._id));
  expect(JSON.stringify(kept)).not.toContain(token);
  const { status, body } = await visitor().get(`/api/driver-applications/${token}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'received',
    name: 'Renee Whitfield',
    steps: [
      { step: 'documents', done: 0, of: 4 },
      { step: 'background', done: 0, of: 2 },
      { step: 'inspection', done: 0, of: 1 },
      { step: 'training', done: 0, of: 1 },
    ],
  });
  expect(Object(body).papers[0].number).toBe('•••• 4421');
});

test('a driver application cannot be read with a wrong token', async () => {
  const { token } = await storeApplication();
  const last = token.at(-1) === '0' ? '1' : '0';

  const replies = await Promise.all([
    visitor().get(`/api/driver-applications/${token.slice(0, -1)}${last}`),
    visitor().get('/api/driver-applications/1'),
  ]);

  expect(replies.map(({ status }) => status)).toEqual([404, 404]);
});

const yesterday = () => addDays(dateInVegas(new Date()), -1);
const years = (count: number) => Number(yesterday().slice(0, 4)) - count;

test.each([
  [{ name: ' ' }, 'name', 'Name is required'],
  [{ dateOfBirth: `${years(20)}-01-01` }, 'dateOfBirth', 'Drivers must be 21 or older'],
  [{ dateOfBirth: '1989-02-30' }, 'dateOfBirth', 'Please enter your date of birth'],
  [{ licenseSince: years(2) }, 'licenseSince', 'Must be held for 3 years'],
  [{ licenseState: 'Nevada' }, 'licenseState', 'Please choose the state'],
  [{ agreesToChecks: false }, 'agreesToChecks', 'We need your consent to the background check'],
  [
    { vehicle: { ...buildApplication().vehicle, year: 2017 } },
    'vehicle.year',
    'Vehicles must be 2018 or newer',
  ],
  [
    { vehicle: { ...buildApplication().vehicle, rideType: 'lux-suv', paint: 'pink' } },
    'vehicle.paint',
    'The category does not come in this color',
  ],
  [{ papers: [buildPaper('license')] }, 'papers', 'Please add every document'],
  [
    { papers: [buildPaper('license', { expiresOn: yesterday() })] },
    'papers.0.expiresOn',
    'It has expired. Add the new one.',
  ],
])('a driver application with %o is refused', async (part, path, message) => {
  const application = buildApplication();

  const reply = await apply({ ...application, ...part });

  expect(reply.status).toBe(400);
  expect(Object(reply.body).issues).toContainEqual({ path, message });
  expect(await stored(application.email)).toEqual([]);
});

test('an application without an own vehicle needs only the applicant’s own papers', async () => {
  const application = buildApplication({
    vehicle: null,
    papers: [buildPaper('license'), buildPaper('dot-certification')],
  });

  expect((await apply(application)).status).toBe(200);
  expect(await stored(application.email)).toMatchObject([{ vehicle: null }]);
});

test('of two concurrent applications with one email address one is stored, and both get the same reply', async () => {
  const application = buildApplication();
  const loud = { ...application, email: application.email.toUpperCase(), name: 'Somebody Else' };

  const replies = await Promise.all([apply(application), apply(loud)]);

  expect(replies[0]).toMatchObject({ status: 200 });
  expect(replies[1]?.body).toEqual(replies[0]?.body);
  expect(await stored(application.email)).toHaveLength(1);
});

test('an application that is retried, also concurrently, is accepted and keeps its file', async () => {
  const file = await uploadPdf(visitor(), APPLICANT_FILES);
  const application = buildApplication();
  const [license, ...others] = application.papers;
  const withFile = { ...application, papers: [{ ...license, file }, ...others] };

  const replies = [await apply(withFile), await apply(withFile)];
  const atOnce = await Promise.all([apply(withFile), apply(withFile)]);

  expect([...replies, ...atOnce].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await stored(application.email))[0]?.papers[0]?.file).toEqual(file);
});

test('the refusal of a missing file does not reveal whether an email address has applied', async () => {
  const { email } = await storeApplication();
  const [license, ...others] = buildApplication().papers;
  const file = { id: `file_${'0'.repeat(32)}`, name: 'license.pdf', mediaType: 'application/pdf', bytes: 1 };
  const papers = [{ ...license, file }, ...others];

  const [known, unknown] = await Promise.all(
    [email, `not.${email}`].map((address) => apply({ ...buildApplication({ email: address }), papers })),
  );

  expect(known?.status).toBe(400);
  expect(known?.body).toEqual(unknown?.body);
});

test('applying again changes nothing and emails the link once more', async () => {
  const { _id, id, email } = await storeApplication();
  await followUpApplication(id);
  await MailModel.updateOne(
    { aboutId: _id, template: 'driver-application-received' },
    { $set: { sentAt: new Date() }, $unset: { owedSince: 1 } },
  );

  await apply(buildApplication({ email, name: 'Mallory' }));

  expect(await stored(email)).toMatchObject([{ name: 'Renee Whitfield', version: 1 }]);
  const mail = await MailModel.findOne({ aboutId: _id, template: 'driver-application-received' }).lean();
  expect(mail?.owedSince).toBeDefined();
});

test('a follow-up whose job was lost is enqueued again, and writes each email once even if it runs repeatedly', async () => {
  const { _id, id } = await storeApplication();
  // The job that storing enqueued is lost.
  await jobQueue().obliterate({ force: true });
  await ApplicationModel.updateOne({ _id }, { followUpAt: new Date(0) });

  await reconcileApplications();

  const jobs = (await jobQueue().getJobs(['waiting'])).filter(({ name }) => name === 'follow-up-application');
  expect(jobs.map(({ data }) => data)).toContainEqual({ applicationId: id });
  for (const { data } of [...jobs, ...jobs]) await followUpApplication(data.applicationId);

  const mails = await MailModel.find({ aboutId: _id }).lean();
  expect(mails.map(({ template }) => template).toSorted()).toEqual([
    'driver-application-for-operations',
    'driver-application-received',
  ]);
  expect(await ApplicationModel.findById(id).lean()).not.toHaveProperty('followUpAt');
});

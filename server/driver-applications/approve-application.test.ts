import { expect, test, vi } from 'vitest';
import type { StoredFile } from '#common/files/stored-file.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { DriverModel } from '../drivers/driver-model.ts';
import { findApprovedDriver } from '../drivers/driver-queries.ts';
import { FileModel } from '../files/file-model.ts';
import { logger } from '../infra/logger.ts';
import { mailsAbout, pathOf, statuses } from '../testing/application-review.ts';
import { as, visitor } from '../testing/as.ts';
import { buildApplication, buildPaper, storeApplication } from '../testing/build-application.ts';
import { APPLICANT_FILES, STAFF_FILES, uploadPdf } from '../testing/build-file.ts';
import { buildAdmin, buildDispatcher, buildDriver, buildRider } from '../testing/build-user.ts';
import { buildVehicle } from '../testing/build-vehicle.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { UserModel } from '../users/user-model.ts';
import { VehicleModel } from '../vehicles/vehicle-model.ts';
import { composeApprovedEmail } from './application-emails.ts';
import { ApplicationModel } from './application-model.ts';
import { followUpApplication } from './follow-up-application.ts';

setUpTestApp();

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

test('approving the application of someone who drives the vehicle already records its newer papers and keeps the others', async () => {
  const insurance = await uploadPdf(visitor(), APPLICANT_FILES, 'insurance.pdf');
  const recorded = [
    { kind: 'insurance', number: 'INS-OLD', expiresOn: '2020-01-01' },
    { kind: 'registration', number: 'REG-1', expiresOn: '2099-05-01' },
    { kind: 'operating-permit', number: 'OP-1', expiresOn: '2031-05-01' },
  ] as const;
  const driver = await buildDriver();
  const vehicle = await buildVehicle({ driverIds: [driver.id], documents: [...recorded] });
  const papers = [
    ...(['license', 'registration', 'dot-certification', 'inspection'] as const).map((kind) =>
      buildPaper(kind),
    ),
    buildPaper('insurance', { number: 'INS-NEW', file: insurance }),
  ];
  const { vehicle: applied } = buildApplication();
  const application = await storeApplication(
    { email: driver.email, vehicle: applied && { ...applied, plate: vehicle.plate }, papers },
    { isChecked: true },
  );
  await as(await buildAdmin({ name: 'Robin Hale' })).post(`${pathOf(application)}/approve`, { version: 1 });

  await Promise.all([1, 2].map(() => followUpApplication(application.id)));

  const { documents, version, changedBy } = Object(await VehicleModel.findById(vehicle.id).lean());
  expect(documents.map(({ number }: { number: string }) => number).toSorted()).toEqual([
    'INS-NEW',
    'OP-1',
    'REG-1',
    'inspection-17064421',
  ]);
  expect([version, changedBy.name]).toEqual([vehicle.version + 1, 'Robin Hale']);
  expect((await FileModel.findById(insurance.id).lean())?.owner).toBe(`vehicle ${vehicle.id}`);
});

test('email and page of someone who drives the vehicle already name its recorded category', async () => {
  const driver = await buildDriver();
  const { plate } = await buildVehicle({ driverIds: [driver.id], rideType: 'lux-suv' });
  const { vehicle: applied } = buildApplication();
  const application = await storeApplication(
    { email: driver.email, vehicle: applied && { ...applied, plate } },
    { isChecked: true },
  );
  await as(await buildAdmin()).post(`${pathOf(application)}/approve`, { version: 1 });
  await followUpApplication(application.id);

  const { parts } = await composeApprovedEmail(application.id);
  const page = await visitor().get(`/api/driver-applications/${application.token}`);

  expect(parts[0]).toMatchObject({ text: `You're approved to drive your ${vehicleName('lux-suv')}.` });
  expect(page.body).toMatchObject({ vehicle: { plate }, approvedRideType: 'lux-suv' });
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
  const rider = await buildRider({ email: application.email });
  const warn = vi.spyOn(logger, 'warn');

  await followUpApplication(application.id);

  const kept = await ApplicationModel.findById(application.id).lean();
  expect(kept).toMatchObject({
    status: 'approved',
    driverId: null,
    problem: expect.stringContaining('already signs in'),
    followUpAt: expect.any(Date),
  });
  expect(await mailsAbout(application._id)).not.toContain('driver-application-approved');
  expect(Number(kept?.followUpAt)).toBeLessThan(Date.now() + 61_000);
  const { body } = await as(await buildAdmin()).get('/api/ops/driver-applications?status=approved');
  const row = Object(body).applications.find(({ id }: { id: string }) => id === application.id);
  expect(row).toMatchObject({ problem: kept?.problem });

  await followUpApplication(application.id);
  const warnings = warn.mock.calls.filter(([, text]) => text === 'approved driver not created, will retry');
  expect(warnings).toEqual([[{ applicationId: application.id, code: 'EMAIL_TAKEN' }, expect.any(String)]]);

  await UserModel.updateOne({ _id: rider.id }, { $set: { email: `former-${rider.email}` } });
  await followUpApplication(application.id);

  expect(await mailsAbout(application._id)).toContain('driver-application-approved');
});

test('the approval email asks a driver who has a password to sign in, even if their address has changed since', async () => {
  const driver = await buildDriver();
  const application = await storeApplication({ email: driver.email }, { isChecked: true });
  await as(await buildAdmin()).post(`${pathOf(application)}/approve`, { version: 1 });
  await followUpApplication(application.id);
  await UserModel.updateOne({ _id: driver.id }, { $set: { email: `new-${driver.email}` } });

  const { parts } = await composeApprovedEmail(application.id);

  expect(JSON.stringify(parts)).toContain('Sign in with the password you already have.');
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

test('an applicant’s page says whether they have a password, as once they set one or if they drove before', async () => {
  const application = await storeApplication({}, { isChecked: true });
  await as(await buildAdmin()).post(`${pathOf(application)}/approve`, { version: 1 });
  const hasPassword = async () =>
    Object((await visitor().get(`/api/driver-applications/${application.token}`)).body).hasPassword;

  expect(await hasPassword()).toBe(false);
  await followUpApplication(application.id);
  expect(await hasPassword()).toBe(false);
  await UserModel.updateOne({ email: application.email }, { $set: { passwordHash: 'set' } });
  expect(await hasPassword()).toBe(true);
});

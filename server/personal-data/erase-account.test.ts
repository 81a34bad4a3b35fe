import '../testing/own-mailbox.ts';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { StoredFile } from '#common/files/stored-file.ts';
import { DELETED_NAME } from '#common/personal-data/personal-data.ts';
import { followUpApplication } from '../driver-applications/follow-up-application.ts';
import { EMAIL_TEMPLATES } from '../email-templates.ts';
import { FileModel } from '../files/file-model.ts';
import { findLedgerDifferences } from '../find-money-differences.ts';
import { MailModel } from '../mail/mail-model.ts';
import { sendMail } from '../mail/send-mail.ts';
import { requestRide } from '../rides/booking/request-ride.ts';
import { RideModel } from '../rides/ride-model.ts';
import { findRide } from '../rides/ride-queries.ts';
import { as, visitor } from '../testing/as.ts';
import { buildPaper, storeApplication } from '../testing/build-application.ts';
import { APPLICANT_FILES, STAFF_FILES, uploadPdf } from '../testing/build-file.ts';
import { buildRequest, buildRide } from '../testing/build-ride.ts';
import {
  buildAdmin,
  buildDispatcher,
  buildDriver,
  buildRider,
  TEST_PASSWORD,
} from '../testing/build-user.ts';
import { type BusyRider, buildBusyRider } from '../testing/busy-rider.ts';
import { deleteOwn, PROOF } from '../testing/delete-own.ts';
import { dumpStores } from '../testing/dump-stores.ts';
import { moveAddress } from '../testing/move-address.ts';
import { newId } from '../testing/new-id.ts';
import { ownMailbox } from '../testing/own-mailbox.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { createInvitationLink } from '../users/invitations.ts';
import { UserModel } from '../users/user-model.ts';
import { eraseAccount } from './erase-account.ts';
import { PERSONAL_DATA_SOURCES } from './table.ts';

setUpTestApp();

/** Returns where traces of a person are still stored. */
async function tracesOf({ traces, staffNote }: BusyRider): Promise<string[]> {
  const lines = await dumpStores();
  return [...traces, staffNote].flatMap((trace) =>
    lines.filter((line) => line.includes(trace)).map((line) => `${trace}: ${line.slice(0, 300)}`),
  );
}

/** Sends the emails about an account that are in the outbox. */
async function sendMailsAbout(id: string): Promise<void> {
  for (const mail of await MailModel.find({ aboutId: id })) await sendMail(mail.id, EMAIL_TEMPLATES);
}

test('after a deletion no store has traces of the rider, the ledger is consistent, and the address is free', async () => {
  const busy = await buildBusyRider();
  const { rider, driver, completed } = busy;

  expect((await deleteOwn(rider)).status).toBe(202);
  await eraseAccount(rider.id);
  await sendMailsAbout(rider.id);

  expect(await tracesOf(busy)).toEqual([]);
  expect(await findLedgerDifferences()).toEqual([]);
  expect((await ownMailbox.waitForSubject(rider.email, 'Your account is deleted')).text).toContain(
    'open a new account',
  );
  const again = { email: rider.email, password: 'nine silver limousines', name: 'Somebody New' };
  expect((await visitor().post('/api/users', again)).status).toBe(201);

  const [list] = (await as(driver).get(`/api/rides/driver/${driver.id}`)).body as { id: string }[];
  expect(list).toMatchObject({
    id: completed.id,
    pickupLocation: 'Las Vegas',
    customer: { name: DELETED_NAME },
  });
  const staff = await buildDispatcher();
  const shown = await as(staff).get(`/api/ops/rides/${completed.id}`);
  expect([shown.status, shown.body]).toMatchObject([200, { customerName: DELETED_NAME, customerEmail: '' }]);
  expect((await as(staff).get('/api/ops/rides?state=over')).status).toBeLessThan(500);
});

test('deleting an account also erases what was written under its former address', async () => {
  const busy = await buildBusyRider();
  await moveAddress(busy.rider, `moved-${randomUUID()}@example.com`);

  expect((await deleteOwn(busy.rider)).status).toBe(202);
  await eraseAccount(busy.rider.id);
  await sendMailsAbout(busy.rider.id);

  expect(await tracesOf(busy)).toEqual([]);
});

test('deleting an account with an unconfirmed address erases the address, except in links of other accounts', async () => {
  const email = `quinn-${randomUUID()}@example.com`;
  const browser = visitor();
  const signUp = { name: 'Quinn Newcomer', email, password: TEST_PASSWORD, phone: '(702) 555-9188' };
  expect((await browser.post('/api/users', signUp)).status).toBe(201);
  await browser.post('/api/password-resets', { email });
  const change = { role: 'rider', currentPassword: TEST_PASSWORD, email: `new-${email}` };
  expect((await browser.send('PUT', '/api/account/email', change)).status).toBe(202);
  const other = await buildRider();
  const asked = await as(other).send('PUT', '/api/account/email', { ...change, email });
  expect(asked.status).toBe(202);
  const { id = '' } = (await UserModel.findOne({ email })) ?? {};

  expect((await browser.post('/api/account/deletion', PROOF)).status).toBe(202);
  await eraseAccount(id);
  await sendMailsAbout(id);

  const left = (await dumpStores()).filter((line) => line.includes(email));
  // Data that another account created belongs to that account.
  expect(left).toEqual([expect.stringMatching(`^account-links .*"userId":"${other.id}"`)]);
});

test('a deletion removes files sent from the account’s former address, but not those of a later applicant', async () => {
  const rider = await buildRider();
  const { email } = rider;
  const owner = `applicant ${email}`;
  const store = (name: string, createdAt: Date) =>
    FileModel.create({
      _id: randomUUID(),
      owner,
      name,
      mediaType: 'application/pdf',
      bytes: 1,
      createdAt,
      checkAt: createdAt,
    });
  await store('theirs.pdf', new Date());
  await moveAddress(rider, `moved-${randomUUID()}@example.com`);
  await store('another.pdf', new Date());

  expect((await deleteOwn(rider)).status).toBe(202);
  await eraseAccount(rider.id);

  expect((await FileModel.find({ owner }).lean()).map(({ name }) => name)).toEqual(['another.pdf']);
});

test('a deletion removes the rider’s name from refunds by their edits, and keeps staff names on other refunds', async () => {
  const rider = await buildRider();
  const refund = { toCardCents: 500, toGiftCardCents: 0, reason: 'x', at: new Date() };
  const { id } = await buildRide({
    riderId: rider.id,
    customerName: rider.name,
    status: 'completed',
    adjustments: [
      { ...refund, id: newId(), by: rider.name, cause: 'edit' },
      { ...refund, id: newId(), by: 'Dana Reyes' },
    ],
  });

  expect((await deleteOwn(rider)).status).toBe(202);
  await eraseAccount(rider.id);

  expect((await findRide(id)).adjustments).toMatchObject([{ by: DELETED_NAME }, { by: 'Dana Reyes' }]);
});

test('an erasure that is killed at any step is completed by the next run', async () => {
  const busy = await buildBusyRider();
  await deleteOwn(busy.rider);
  const rows = Object.entries(PERSONAL_DATA_SOURCES);
  for (const [place] of rows.entries()) {
    const dies = { erase: () => Promise.reject(new Error('killed')) };
    const table = { ...Object.fromEntries(rows.slice(0, place + 1)), dies };
    await expect(eraseAccount(busy.rider.id, table)).rejects.toThrow('killed');
  }
  const half = await UserModel.findById(busy.rider.id).lean();
  expect(half?.deletion?.erasedAt).toBeNull();

  await eraseAccount(busy.rider.id);
  await eraseAccount(busy.rider.id);
  await sendMailsAbout(busy.rider.id);

  expect(await tracesOf(busy)).toEqual([]);
  expect(await MailModel.countDocuments({ template: 'account-deleted', aboutId: busy.rider.id })).toBe(1);
  const { history, version } = await findRide(busy.completed.id);
  expect(version).toBe(history.length);
  expect(history.filter(({ text }) => text === 'The account was deleted.')).toHaveLength(1);
});

test('a booking that is written while its account is deleted is refused, cancelled and erased', async () => {
  const rider = await buildRider();
  const request = buildRequest({ riderId: rider.id, customerEmail: rider.email });
  await deleteOwn(rider);

  await expect(requestRide(request, null)).rejects.toThrow('This account is deleted.');
  await eraseAccount(rider.id);

  const rides = await RideModel.find({ riderId: rider.id }).lean();
  expect(rides.map(({ status, customerName }) => [status, customerName])).toEqual([
    ['cancelled', DELETED_NAME],
  ]);
});

test('deleting a driver erases the name from their former rides, and the rider can still list them', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver({ name: 'Zebulon Yarrow' })];
  const given = { driverId: driver.id, name: driver.name, vehicleId: null, vehicle: null };
  const ride = await buildRide({ riderId: rider.id, status: 'cancelled', driverId: null });
  await RideModel.updateOne(
    { _id: ride.id },
    { $set: { 'history.$[line].former': given } },
    { arrayFilters: [{ 'line.change': 'cancelled' }] },
  );

  expect((await deleteOwn(driver)).status).toBe(202);
  await eraseAccount(driver.id);
  await eraseAccount(driver.id);
  await sendMailsAbout(driver.id);

  expect((await dumpStores()).filter((line) => /Zebulon|Yarrow/.test(line))).toEqual([]);
  expect((await findRide(ride.id)).version).toBe(ride.version + 1);
  const listed = await as(rider).get(`/api/rides/rider/${rider.id}`);
  expect([listed.status, listed.body]).toMatchObject([200, [{ id: ride.id, status: 'cancelled' }]]);
  expect(JSON.stringify(listed.body)).not.toMatch(/Zebulon|Yarrow/);
  expect((await as(await buildAdmin()).get(`/api/ops/drivers/${driver.id}`)).status).toBe(404);
});

test('deleting a driver account removes the driver’s own papers, and keeps the papers of the vehicle', async () => {
  const [license, insurance] = [
    await uploadPdf(visitor(), APPLICANT_FILES),
    await uploadPdf(visitor(), APPLICANT_FILES),
  ];
  const papers = [
    buildPaper('license', { file: license }),
    buildPaper('insurance', { file: insurance }),
    ...(['registration', 'dot-certification', 'inspection'] as const).map((kind) => buildPaper(kind)),
  ];
  const application = await storeApplication({ papers }, { isChecked: true });
  const admin = as(await buildAdmin());
  await admin.post(`/api/ops/driver-applications/${application.id}/approve`, { version: 1 });
  await followUpApplication(application.id);
  const { id = '' } = (await UserModel.findOne({ email: application.email })) ?? {};
  const token = (await createInvitationLink(id)).split('/').at(-1);
  const browser = visitor();
  await browser.post(`/api/invitations/${token}`, { password: TEST_PASSWORD });

  const reply = await browser.post('/api/account/deletion', { ...PROOF, role: 'driver' });
  await eraseAccount(id);

  expect(reply.status).toBe(202);
  const statusOf = async (file: StoredFile) => (await admin.get(`${STAFF_FILES}/${file.id}`)).status;
  expect([await statusOf(license), await statusOf(insurance)]).toEqual([404, 200]);
  const kept = await FileModel.findById(insurance.id).lean();
  expect(kept?.owner).toMatch(/^vehicle /);
});

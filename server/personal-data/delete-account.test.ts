import '../testing/own-mailbox.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Types } from 'mongoose';
import { expect, test, vi } from 'vitest';
import type { StoredFile } from '#common/files/stored-file.ts';
import { DELETED_NAME } from '#common/personal-data/held-data.ts';
import { auditLedger } from '../audit-ledger.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { followUpApplication } from '../driver-applications/follow-up-application.ts';
import { DriverModel } from '../drivers/driver-model.ts';
import { suspendDriver, suspendForDeletion } from '../drivers/edit-driver.ts';
import { EMAIL_TEMPLATES } from '../email-templates.ts';
import { FileModel } from '../files/file-model.ts';
import { listSessions } from '../http/user-sessions.ts';
import { MailModel } from '../mail/mail-model.ts';
import { sendMail } from '../mail/send-mail.ts';
import { requestRide } from '../rides/booking/request-ride.ts';
import { RideModel } from '../rides/ride-model.ts';
import { findRide } from '../rides/ride-queries.ts';
import { startNode } from '../start-node.ts';
import { as, visitor } from '../testing/as.ts';
import { buildPaper, storeApplication } from '../testing/build-application.ts';
import { APPLICANT_FILES, STAFF_FILES, uploadPdf } from '../testing/build-file.ts';
import { bookRide, buildRequest, buildRide } from '../testing/build-ride.ts';
import {
  buildAdmin,
  buildDispatcher,
  buildDriver,
  buildRider,
  TEST_PASSWORD,
} from '../testing/build-user.ts';
import { type BusyRider, buildBusyRider } from '../testing/busy-rider.ts';
import { connectWithCookie } from '../testing/connect-socket.ts';
import { codeOf } from '../testing/dispatch-by-hand.ts';
import { dumpStores } from '../testing/dump-stores.ts';
import { moveAddress } from '../testing/move-address.ts';
import { ownMailbox } from '../testing/own-mailbox.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { closeAccount } from '../users/close-account.ts';
import { createInvitationLink } from '../users/invitations.ts';
import { UserModel, type UserRecord } from '../users/user-model.ts';
import { eraseAccount, reconcileErasures } from './erase-account.ts';
import { HELD } from './table.ts';

setUpTestApp();

const PROOF = { role: 'rider', currentPassword: TEST_PASSWORD };
const deleteOwn = (user: UserRecord) => as(user).post('/api/account/deletion', { ...PROOF, role: user.role });

/** Where traces of somebody are still found. */
async function tracesOf({ traces, staffNote }: BusyRider): Promise<string[]> {
  const lines = await dumpStores();
  return [...traces, staffNote].flatMap((trace) =>
    lines.filter((line) => line.includes(trace)).map((line) => `${trace}: ${line.slice(0, 300)}`),
  );
}

/** Sends what is in the outbox about an account. */
async function sendMailsAbout(id: string): Promise<void> {
  for (const mail of await MailModel.find({ aboutId: id })) await sendMail(mail.id, EMAIL_TEMPLATES);
}

test('after a deletion no store knows anything of the person, the money adds up, and the address is free', async () => {
  const busy = await buildBusyRider();
  const { rider, driver, completed } = busy;

  expect((await deleteOwn(rider)).status).toBe(202);
  await eraseAccount(rider.id);
  await sendMailsAbout(rider.id);

  expect(await tracesOf(busy)).toEqual([]);
  expect(await auditLedger()).toEqual([]);
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

test('after an address was changed, a deletion leaves nothing of what was written under the former one', async () => {
  const busy = await buildBusyRider();
  await moveAddress(busy.rider, `moved-${randomUUID()}@example.com`);

  expect((await deleteOwn(busy.rider)).status).toBe(202);
  await eraseAccount(busy.rider.id);
  await sendMailsAbout(busy.rider.id);

  expect(await tracesOf(busy)).toEqual([]);
});

test('files that an applicant sent from a former address go with their account, those of a later applicant stay', async () => {
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

test('an erasure that is killed at any step is completed by the next', async () => {
  const busy = await buildBusyRider();
  await deleteOwn(busy.rider);
  const rows = Object.entries(HELD);
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

test('a deletion ends every session, and sockets leave at once on every node', async () => {
  const rider = await buildRider();
  const node = await startNode({ port: 0, host: '127.0.0.1' });
  const [here, there] = [visitor(), visitor()];
  for (const each of [here, there]) {
    await each.post('/api/session', { email: rider.email, password: TEST_PASSWORD });
  }
  const socket = await connectWithCookie(there.cookie, { url: `http://127.0.0.1:${node.port}` });

  expect((await here.post('/api/account/deletion', PROOF)).status).toBe(202);

  await socket.next('session:ended');
  expect((await there.get('/api/account?role=rider')).status).toBe(401);
  const signIn = await visitor().post('/api/session', { email: rider.email, password: TEST_PASSWORD });
  expect(codeOf(signIn)).toEqual([401, 'INVALID_CREDENTIALS']);
  await node.close();
});

test('of two deletions at once both succeed, and it happens once', async () => {
  const rider = await buildRider();
  await as(rider).signIn();

  const replies = await Promise.all([deleteOwn(rider), deleteOwn(rider)]);

  expect(replies.map(({ status }) => status)).toContain(202);
  expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
  expect(await AuditModel.countDocuments({ 'subject.id': rider.id, action: 'account deleted' })).toBe(1);
});

test('a booking and a deletion of the same instant: there is a ride, or there is no account', async () => {
  for (let round = 0; round < 8; round += 1) {
    const rider = await buildRider();
    await as(rider).signIn();
    const booking = setTimeout(round * 12).then(() =>
      requestRide(buildRequest({ riderId: rider.id }), null).then(
        () => 'booked',
        () => 'refused',
      ),
    );
    const [booked, { status }] = await Promise.all([booking, deleteOwn(rider)]);
    await eraseAccount(rider.id);

    const isThere = (await RideModel.exists({ riderId: rider.id, status: 'requested' })) !== null;
    const isClosed = (await UserModel.exists({ _id: rider.id, disabledAt: { $ne: null } })) !== null;
    expect(isThere && isClosed).toBe(false);
    if (status === 202) expect(isClosed).toBe(true);
    if (booked === 'booked') expect(isThere).toBe(true);
  }
});

test('a booking that was being written while the account was deleted is cancelled and erased', async () => {
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

test('a ride ahead stands against it, and says so; nothing is closed', async () => {
  const rider = await buildRider();
  await bookRide(rider);

  const reply = await deleteOwn(rider);

  expect(reply).toMatchObject({ status: 409, body: { code: 'ACCOUNT_IN_USE' } });
  expect((await as(rider).get('/api/account?role=rider')).status).toBe(200);
});

test('earnings that are not paid out stand against a driver’s deletion, who stays on duty', async () => {
  const driver = await buildDriver();
  await buildRide({ status: 'completed', driverId: driver.id });

  const reply = await deleteOwn(driver);

  expect(reply).toMatchObject({ status: 409, body: { code: 'ACCOUNT_IN_USE' } });
  expect((await as(driver).get('/api/driver')).body).toMatchObject({ isOnDuty: true, state: 'active' });
});

test('a driver’s name leaves the rides they had; riders see that there was somebody', async () => {
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
  expect((await as(rider).get(`/api/rides/rider/${rider.id}`)).status).toBe(200);
  expect((await as(await buildAdmin()).get(`/api/ops/drivers/${driver.id}`)).status).toBe(404);
});

test('papers of a vehicle stay when the driver who applied with it deletes the account; their own go', async () => {
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

test('the last admin stays; of two, one may go, and what they did keeps their name', async () => {
  const [one, other] = [await buildAdmin({ name: 'Ada Lastname' }), await buildAdmin()];
  await UserModel.updateMany(
    { role: 'admin', _id: { $nin: [one.id, other.id] } },
    { $set: { disabledAt: new Date() } },
  );
  await as(one).post(`/api/ops/people/${(await buildRider()).id}/data`);

  expect((await as(other).post(`/api/ops/people/${one.id}/deletion`)).status).toBe(202);
  await eraseAccount(one.id);
  const reply = await deleteOwn(other);

  expect(codeOf(reply)).toEqual([409, 'STAFF_CONFLICT']);
  expect(await AuditModel.findOne({ 'actor.id': one.id, action: 'data exported' }).lean()).toMatchObject({
    actor: { name: 'Ada Lastname' },
  });
  const people = (await as(other).get('/api/ops/staff')).body as { id: string }[];
  expect(people.map(({ id }) => id)).not.toContain(one.id);
});

test('a disabled account whose deletion dies before it is decided stays disabled', async () => {
  const { id } = await buildRider();
  const disabledAt = new Date('2026-01-02T03:04:05Z');
  await UserModel.updateOne({ _id: id }, { disabledAt });
  await closeAccount(id, 'admin');
  await UserModel.updateOne({ _id: id }, { 'deletion.since': new Date(Date.now() - 600_000) });

  await reconcileErasures();

  expect(await UserModel.findById(id).lean()).toMatchObject({ disabledAt });
  expect(await UserModel.findById(id).lean()).not.toHaveProperty('deletion');
});

test('an account that was closed by a process which died before it decided is open again', async () => {
  const [rider, other] = [await buildRider(), await buildRider()];
  const since = new Date(Date.now() - 600_000);
  const closed = { disabledAt: since, 'deletion.since': since, 'deletion.by': 'owner' };
  await UserModel.updateOne({ _id: rider.id }, { $set: { ...closed, 'deletion.decidedAt': null } });
  await UserModel.updateOne({ _id: other.id }, { $set: { ...closed, 'deletion.decidedAt': since } });

  await reconcileErasures();

  expect((await as(rider).get('/api/account?role=rider')).status).toBe(200);
  await expect(as(other).get('/api/account?role=rider')).rejects.toThrow('cannot sign in');
});

test('a driver whose deletion dies before it is decided may drive again', async () => {
  const [driver, suspended] = [await buildDriver(), await buildDriver()];
  const since = new Date(Date.now() - 600_000);
  await suspendDriver(suspended.id, 'Late four times');
  for (const { id } of [driver, suspended]) {
    await closeAccount(id, 'owner');
    await suspendForDeletion(id);
    await UserModel.updateOne({ _id: id }, { 'deletion.since': since });
    await DriverModel.updateOne({ _id: id }, { 'suspension.at': since });
  }

  await reconcileErasures();

  expect((await as(driver).get('/api/driver')).body).toMatchObject({ state: 'active' });
  expect((await as(suspended).get('/api/driver')).body).toMatchObject({ state: 'suspended' });
});

/** A driver whom a deletion suspended whose process died once it had opened the account again. */
async function buildLeftSuspended(): Promise<UserRecord> {
  const driver = await buildDriver();
  await suspendForDeletion(driver.id);
  await DriverModel.updateOne({ _id: driver.id }, { 'suspension.at': new Date(Date.now() - 600_000) });
  return driver;
}

test('a driver who was left suspended with an open account may drive again, though another one cannot be written', async () => {
  const drivers = [await buildLeftSuspended(), await buildLeftSuspended()];
  vi.spyOn(DriverModel, 'updateOne').mockRejectedValueOnce(new Error('the database is away'));

  await expect(reconcileErasures()).rejects.toThrow('the database is away');

  const states = async () =>
    (await DriverModel.find({ _id: drivers.map(({ id }) => id) })).map(({ state }) => state).toSorted();
  expect(await states()).toEqual(['active', 'suspended']);
  await reconcileErasures();
  expect(await states()).toEqual(['active', 'active']);
});

type Decide = () => Promise<unknown>;

/** Does something in place of the next statement that decides a deletion, which it may call. */
function atDecision(act: (decide: Decide) => Promise<unknown>): void {
  const updateOne = UserModel.updateOne.bind(UserModel);
  vi.spyOn(UserModel, 'updateOne').mockImplementation(((...args: Parameters<typeof updateOne>) =>
    JSON.stringify(args[1]).includes('deletion.decidedAt')
      ? act(async () => await updateOne(...args))
      : updateOne(...args)) as typeof updateOne);
}

/** What `reconcile-erasures` does in time. */
const reopen = (userId: string) =>
  UserModel.collection.updateOne(
    { _id: new Types.ObjectId(userId) },
    { $set: { disabledAt: null }, $unset: { deletion: 1 } },
  );

const auditedDeletions = (userId: string) =>
  AuditModel.countDocuments({ 'subject.id': userId, action: 'account deleted' });

test('a deletion that took too long is refused, and leaves the driver as they were and the audit log without it', async () => {
  const driver = await buildDriver();
  await as(driver).signIn();
  atDecision(async (decide) => {
    await reopen(driver.id);
    return decide();
  });

  const reply = await deleteOwn(driver);

  expect([reply.status, Object(reply.body).code]).toEqual([409, 'ACCOUNT_IN_USE']);
  expect((await as(driver).get('/api/driver')).body).toMatchObject({ state: 'active', isOnDuty: true });
  expect(await auditedDeletions(driver.id)).toBe(0);
});

test('a decision whose reply is lost stands: the driver stays suspended, and is signed out', async () => {
  const driver = await buildDriver();
  await as(driver).signIn();
  atDecision(async (decide) => {
    await decide();
    throw new Error('the connection was lost');
  });

  expect((await deleteOwn(driver)).status).toBe(202);

  expect(await DriverModel.findById(driver.id).lean()).toMatchObject({ state: 'suspended', isOnDuty: false });
  expect(await listSessions(driver.id, '')).toEqual([]);
  expect(await auditedDeletions(driver.id)).toBe(1);
});

test('staff suspend a driver whose deletion is under way, and who stays suspended when it is refused', async () => {
  const [driver, admin] = [await buildDriver(), await buildAdmin()];
  await Promise.all([as(driver).signIn(), as(admin).signIn()]);
  atDecision(async (decide) => {
    await as(admin).post(`/api/ops/drivers/${driver.id}/suspend`, { reason: 'Late four times' });
    await reopen(driver.id);
    return decide();
  });

  expect((await deleteOwn(driver)).status).toBe(409);

  expect(await DriverModel.findById(driver.id).lean()).toMatchObject({
    ...{ state: 'suspended', isOnDuty: false },
    suspension: { reason: 'Late four times' },
  });
});

import mongoose, { Types } from 'mongoose';
import { expect, test, vi } from 'vitest';
import { AppError } from '#common/errors.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { DriverModel } from '../drivers/driver-model.ts';
import { listSessions } from '../http/user-sessions.ts';
import { requestRide } from '../rides/booking/request-ride.ts';
import { RideModel } from '../rides/ride-model.ts';
import { startNode } from '../start-node.ts';
import { as, visitor } from '../testing/as.ts';
import { bookRide, buildRequest, buildRide } from '../testing/build-ride.ts';
import { buildAdmin, buildDriver, buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { connectWithCookie } from '../testing/connect-socket.ts';
import { deleteOwn, PROOF } from '../testing/delete-own.ts';
import { codeOf } from '../testing/dispatch-by-hand.ts';
import { newId } from '../testing/new-id.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { isClosed } from '../users/close-account.ts';
import { UserModel, type UserRecord } from '../users/user-model.ts';
import { deleteAccount } from './delete-account.ts';
import { eraseAccount } from './erase-account.ts';

setUpTestApp();

/** The options of a rider who deletes their own account. */
const ownerOf = ({ id, name }: UserRecord) =>
  ({ by: 'owner', actor: { role: 'rider', id, name, address: null } }) as const;

test('deleting an account ends every session and notifies sockets on other nodes at once', async () => {
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

test('deleting an account clears the cookie and the cache of the browser, like signing out', async () => {
  const [deleted, signedOut] = [await buildRider(), await buildRider()];
  await as(deleted).signIn();

  const replies = [await deleteOwn(deleted), await as(signedOut).delete('/api/session')];

  const [left, afterSignOut] = replies.map(({ headers }) => [
    headers.getSetCookie(),
    headers.get('clear-site-data'),
  ]);
  expect(left).toEqual(afterSignOut);
  expect(left).toEqual([[expect.stringMatching(/^marquee=; Path=\/; Expires=Thu, 01 Jan 1970/)], '"cache"']);
});

test('of two concurrent deletions of one account both succeed, or one finds it signed out; it is audited once', async () => {
  const rider = await buildRider();
  await as(rider).signIn();

  const replies = await Promise.all([deleteOwn(rider), deleteOwn(rider)]);

  expect(replies.map(({ status }) => status)).toContain(202);
  for (const { status } of replies) expect([202, 401, 403]).toContain(status);
  expect(await isClosed(rider.id)).toBe(true);
  expect(await auditedDeletions(rider.id)).toBe(1);
});

test('a deletion that finds the account closed by a concurrent one succeeds, and is not audited again', async () => {
  const rider = await buildRider();
  await as(rider).signIn();
  atDecision(async (decide) => {
    await deleteAccount(rider.id, ownerOf(rider));
    return decide();
  });

  expect((await deleteOwn(rider)).status).toBe(202);

  expect(await isClosed(rider.id)).toBe(true);
  expect(await auditedDeletions(rider.id)).toBe(1);
});

/**
 * Calls `act` before the nth query of these models from now on, which waits for it. @returns a function that
 * ends this
 */
function beforeQuery(nth: number, models: readonly string[], act: () => Promise<unknown>): () => void {
  const { exec } = mongoose.Query.prototype;
  let queries = 0;
  let isCalled = false;
  const spy = vi.spyOn(mongoose.Query.prototype, 'exec').mockImplementation(async function (
    this: InstanceType<typeof mongoose.Query>,
  ) {
    if (models.includes(this.model.modelName)) queries += 1;
    if (queries === nth && !isCalled) {
      isCalled = true;
      await act();
    }
    return exec.call(this);
  });
  return () => spy.mockRestore();
}

const isDone = (act: Promise<unknown>): Promise<boolean> =>
  act.then(
    () => true,
    (error) => {
      expect(error).toBeInstanceOf(AppError);
      return false;
    },
  );

test.each([
  ['booking', 'deletion', ['User']],
  ['deletion', 'booking', ['User', 'CapacityDay']],
] as const)(
  'a %s during a %s, at any moment, leaves either a ride or a closed account',
  async (inner, outer, models) => {
    const seen = new Set<string>();
    for (let nth = 1; ; nth += 1) {
      const rider = await buildRider();
      const acts = {
        booking: () => requestRide(buildRequest({ riderId: rider.id }), null),
        deletion: () => deleteAccount(rider.id, ownerOf(rider)),
      };
      const done: Partial<Record<keyof typeof acts, boolean>> = {};
      const end = beforeQuery(nth, models, async () => {
        done[inner] = await isDone(acts[inner]());
      });
      done[outer] = await isDone(acts[outer]());
      end();
      if (done[inner] === undefined) break;

      const isThere = (await RideModel.exists({ riderId: rider.id, status: 'requested' })) !== null;
      expect([nth, isThere, await isClosed(rider.id)]).toEqual([nth, done.booking, done.deletion]);
      expect(isThere).toBe(!done.deletion);
      seen.add(done.booking ? 'booked' : 'deleted');
    }
    expect(seen).toEqual(new Set(['booked', 'deleted']));
  },
);

test('deleting an account with a ride ahead is refused, and the account stays open', async () => {
  const rider = await buildRider();
  await bookRide(rider);

  const reply = await deleteOwn(rider);

  expect(reply).toMatchObject({ status: 409, body: { code: 'ACCOUNT_IN_USE' } });
  expect((await as(rider).get('/api/account?role=rider')).status).toBe(200);
});

test('deleting a driver account with unpaid earnings is refused, and the driver stays on duty', async () => {
  const driver = await buildDriver();
  await buildRide({ status: 'completed', driverId: driver.id });

  const reply = await deleteOwn(driver);

  expect(reply).toMatchObject({ status: 409, body: { code: 'ACCOUNT_IN_USE' } });
  expect((await as(driver).get('/api/driver')).body).toMatchObject({ isOnDuty: true, state: 'active' });
});

test('deleting a driver account while a final fare is under review is refused', async () => {
  const driver = await buildDriver();
  const fareReview = { proposedCents: 8_000, pendingSince: new Date() };
  const earnsNothing = { actualFareCents: null, fareReview };
  const { id } = await buildRide({ status: 'completed', driverId: driver.id, ...earnsNothing });

  expect(await deleteOwn(driver)).toMatchObject({
    status: 409,
    body: { code: 'ACCOUNT_IN_USE', message: expect.stringContaining('final fare of a ride') },
  });
  expect((await as(driver).get('/api/driver')).body).toMatchObject({ isOnDuty: true, state: 'active' });

  await RideModel.updateOne({ _id: id }, { $set: { fareReview: { proposedCents: 0 }, actualFareCents: 0 } });
  expect((await deleteOwn(driver)).status).toBe(202);
});

const openCharge = () => ({
  ...{ id: newId(), amountCents: 3_000, reason: null, at: new Date(), status: 'open' as const },
  ...{ paymentIntentId: null, refundId: null },
});

test.each([['waiting'], ['adjustment']] as const)(
  'deleting an account with an open charge of kind %s is refused until it is paid or withdrawn',
  async (kind) => {
    const rider = await buildRider();
    const charge = { ...openCharge(), kind };
    const { id } = await buildRide({ riderId: rider.id, status: 'completed', charges: [charge] });

    expect(await deleteOwn(rider)).toMatchObject({
      status: 409,
      body: { code: 'ACCOUNT_IN_USE', message: expect.stringContaining('charge of a ride') },
    });

    await RideModel.updateOne({ _id: id }, { $set: { charges: [{ ...charge, status: 'void' }] } });
    expect((await deleteOwn(rider)).status).toBe(202);
  },
);

test('an open tip, or an open charge of a cancelled ride, does not prevent deleting an account', async () => {
  const rider = await buildRider();
  const riderId = rider.id;
  await buildRide({ riderId, status: 'completed', charges: [{ ...openCharge(), kind: 'tip' }] });
  await buildRide({
    ...{ riderId, status: 'cancelled', paymentStatus: 'paid' },
    charges: [{ ...openCharge(), kind: 'adjustment' }],
  });

  expect((await deleteOwn(rider)).status).toBe(202);
});

test('the last admin cannot be deleted, and a deleted admin’s name stays in the audit log', async () => {
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

type Decide = () => Promise<unknown>;

/**
 * Replaces the next statement that decides a deletion by `act`, which receives that statement as a function.
 */
function atDecision(act: (decide: Decide) => Promise<unknown>): void {
  const updateOne = UserModel.updateOne.bind(UserModel);
  vi.spyOn(UserModel, 'updateOne').mockImplementation(((...args: Parameters<typeof updateOne>) =>
    JSON.stringify(args[1]).includes('deletion.decidedAt')
      ? act(async () => await updateOne(...args))
      : updateOne(...args)) as typeof updateOne);
}

/** Reopens an account like `reconcile-erasures` does later. */
const reopen = (userId: string) =>
  UserModel.collection.updateOne(
    { _id: new Types.ObjectId(userId) },
    { $set: { disabledAt: null }, $unset: { deletion: 1 } },
  );

const auditedDeletions = (userId: string) =>
  AuditModel.countDocuments({ 'subject.id': userId, action: 'account deleted' });

test('a driver’s deletion that took too long is refused, leaves the driver active, and is not audited', async () => {
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

test('a driver’s deletion stands even if the reply of its deciding write is lost', async () => {
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

test('a driver whom staff suspend during a deletion stays suspended when the deletion is refused', async () => {
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

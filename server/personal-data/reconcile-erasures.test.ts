import { expect, test, vi } from 'vitest';
import { DriverModel } from '../drivers/driver-model.ts';
import { suspendDriver, suspendForDeletion } from '../drivers/suspend-driver.ts';
import { as } from '../testing/as.ts';
import { buildDriver, buildRider } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { closeAccount } from '../users/close-account.ts';
import { UserModel, type UserRecord } from '../users/user-model.ts';
import { reconcileErasures } from './erase-account.ts';

setUpTestApp();

test('a disabled account whose deletion was interrupted before its decision stays disabled', async () => {
  const { id } = await buildRider();
  const disabledAt = new Date('2026-01-02T03:04:05Z');
  await UserModel.updateOne({ _id: id }, { disabledAt });
  await closeAccount(id, 'admin');
  await UserModel.updateOne({ _id: id }, { 'deletion.since': new Date(Date.now() - 600_000) });

  await reconcileErasures();

  expect(await UserModel.findById(id).lean()).toMatchObject({ disabledAt });
  expect(await UserModel.findById(id).lean()).not.toHaveProperty('deletion');
});

test('an account whose deletion was interrupted before its decision is reopened', async () => {
  const [rider, other] = [await buildRider(), await buildRider()];
  const since = new Date(Date.now() - 600_000);
  const closed = { disabledAt: since, 'deletion.since': since, 'deletion.by': 'owner' };
  await UserModel.updateOne({ _id: rider.id }, { $set: { ...closed, 'deletion.decidedAt': null } });
  await UserModel.updateOne({ _id: other.id }, { $set: { ...closed, 'deletion.decidedAt': since } });

  await reconcileErasures();

  expect((await as(rider).get('/api/account?role=rider')).status).toBe(200);
  await expect(as(other).get('/api/account?role=rider')).rejects.toThrow('cannot sign in');
});

test('a driver whose deletion was interrupted before its decision is active again, unless suspended by staff', async () => {
  const [driver, suspended] = [await buildDriver(), await buildDriver()];
  const since = new Date(Date.now() - 600_000);
  await suspendDriver(suspended.id, 'Late four times', 'Dana Reyes');
  for (const { id } of [driver, suspended]) {
    await closeAccount(id, 'owner');
    await suspendForDeletion(id, null);
    await UserModel.updateOne({ _id: id }, { 'deletion.since': since });
    await DriverModel.updateOne({ _id: id }, { 'suspension.at': since });
  }

  await reconcileErasures();

  expect((await as(driver).get('/api/driver')).body).toMatchObject({ state: 'active' });
  expect((await as(suspended).get('/api/driver')).body).toMatchObject({ state: 'suspended' });
});

/** Creates a driver suspended for a deletion whose process died right after it had reopened the account. */
async function buildLeftSuspended(): Promise<UserRecord> {
  const driver = await buildDriver();
  await suspendForDeletion(driver.id, driver.name);
  await DriverModel.updateOne({ _id: driver.id }, { 'suspension.at': new Date(Date.now() - 600_000) });
  return driver;
}

test('a driver left suspended by an interrupted deletion is active again, even if another update fails', async () => {
  const drivers = [await buildLeftSuspended(), await buildLeftSuspended()];
  vi.spyOn(DriverModel, 'updateOne').mockRejectedValueOnce(new Error('the database is away'));

  await expect(reconcileErasures()).rejects.toThrow('the database is away');

  const states = async () =>
    (await DriverModel.find({ _id: drivers.map(({ id }) => id) })).map(({ state }) => state).toSorted();
  expect(await states()).toEqual(['active', 'suspended']);
  await reconcileErasures();
  expect(await states()).toEqual(['active', 'active']);
});

import { expect, test, vi } from 'vitest';
import { eraseAccount } from '../../personal-data/erase-account.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildRider } from '../../testing/build-user.ts';
import { deleteOwn } from '../../testing/delete-own.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { closeAccount } from '../../users/close-account.ts';
import { UserModel } from '../../users/user-model.ts';
import { findRide } from '../ride-queries.ts';
import { riderAddress, toRider } from './to-rider.ts';

setUpTestApp();

const EMAIL = { subject: 'Your ride', title: 'Your ride', parts: [] };

async function buildCancelled() {
  const rider = await buildRider();
  const { id } = await buildRide({ riderId: rider.id, status: 'cancelled' });
  const compose = async () => toRider(await findRide(id), EMAIL);
  const readAddress = async () => riderAddress(await findRide(id));
  return { rider, compose, readAddress };
}

test('no ride email is sent to a deleted account, neither before nor after it is erased', async () => {
  const { rider, compose } = await buildCancelled();
  expect(await compose()).toMatchObject({ to: rider.email });

  expect((await deleteOwn(rider)).status).toBe(202);
  expect(await compose()).toBeNull();
  await eraseAccount(rider.id);

  expect(await compose()).toBeNull();
});

test('the account of a rider who gets an email is read once', async () => {
  const { compose } = await buildCancelled();
  const reads = vi.spyOn(UserModel, 'findById');

  await compose();

  expect(reads).toHaveBeenCalledOnce();
});

test('a ride email is sent while the deletion of the rider’s account is not decided yet', async () => {
  const { rider, compose } = await buildCancelled();
  const closing = await closeAccount(rider.id, 'owner');

  expect(await compose()).toMatchObject({ to: rider.email });

  await closing?.reopen();
});

test('a rider has no address from the decision to delete the account on', async () => {
  const { rider, readAddress } = await buildCancelled();
  const closing = await closeAccount(rider.id, 'owner');
  expect(await readAddress()).toBe(rider.email);
  await closing?.reopen();

  expect((await deleteOwn(rider)).status).toBe(202);
  expect(await readAddress()).toBeNull();
  await eraseAccount(rider.id);

  expect(await readAddress()).toBeNull();
});

import { expect, test } from 'vitest';
import { holdPromo } from '../promos/promo-holds.ts';
import { RedemptionModel } from '../promos/promo-model.ts';
import { as } from '../testing/as.ts';
import { buildPromo } from '../testing/build-promo.ts';
import { buildRequest, buildRide } from '../testing/build-ride.ts';
import { buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { moveAddress } from '../testing/move-address.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { UserModel, type UserRecord } from '../users/user-model.ts';
import { eraseAccount } from './erase-account.ts';

setUpTestApp();

let phone = 9_401;

/** Creates a completed ride that used a promo. */
async function use(rider: UserRecord, promoId: string): Promise<void> {
  const ride = await buildRide({ status: 'completed', riderId: rider.id, riderKey: rider.email });
  const phones = [`(702) 555-${phone++}`];
  await holdPromo({ promoId, rideId: ride.id, riderId: rider.id, phones, until: new Date() });
  await RedemptionModel.updateOne({ rideId: ride.id }, { $set: { state: 'captured' } });
}

async function leave(rider: UserRecord): Promise<void> {
  const proof = { role: 'rider', currentPassword: TEST_PASSWORD };
  expect((await as(rider).post('/api/account/deletion', proof)).status).toBe(202);
  await eraseAccount(rider.id);
  await eraseAccount(rider.id);
}

/** Creates a rider with a ride that used a promo, then deletes the account. */
async function useAndLeave(email: string, promoId: string): Promise<void> {
  const rider = await buildRider({ email });
  await use(rider, promoId);
  await leave(rider);
}

const refusalOf = async (rider: UserRecord, promoCodeId: string) =>
  Object((await as(rider).post('/api/rides', buildRequest({ riderId: rider.id, promoCodeId }))).body).message;

test('a rider who deletes their account and returns cannot use a promo code for a first ride', async () => {
  const promo = await buildPromo({ firstRideOnly: true });
  await useAndLeave('pat.comeback@example.com', (await buildPromo()).id);
  const rider = await buildRider({ email: 'pat.comeback@example.com' });

  const request = buildRequest({ riderId: rider.id, promoCodeId: promo.id });
  const reply = await as(rider).post('/api/rides', request);

  expect(reply.status).toBe(400);
  expect(JSON.stringify(reply.body)).toContain('This promo code is for a first ride');
});

test('uses of a promo code are counted across deleted accounts with the same address', async () => {
  const promo = await buildPromo({ perRider: 2 });
  const email = 'kim.comeback@example.com';
  await useAndLeave(email, promo.id);
  await useAndLeave(email, promo.id);
  const rider = await buildRider({ email });

  const request = buildRequest({ riderId: rider.id, promoCodeId: promo.id });
  const reply = await as(rider).post('/api/rides', request);

  expect([reply.status, JSON.stringify(reply.body)]).toEqual([
    400,
    expect.stringContaining('You have already used this promo code'),
  ]);
});

test('a returning rider is recognized by every mailbox that the deleted account had', async () => {
  const [first, limited] = [await buildPromo({ firstRideOnly: true }), await buildPromo({ perRider: 1 })];
  const email = 'lee.comeback@example.com';
  const emails = [email, `second.${email}`, `third.${email}`];
  const rider = await buildRider({ email });
  await moveAddress(rider, emails[1] ?? '');
  await use({ ...rider, email: emails[1] ?? '' }, limited.id);
  await moveAddress(rider, emails[2] ?? '');
  await leave(rider);

  for (const address of emails) {
    const again = await buildRider({ email: address });
    expect(await refusalOf(again, first.id)).toBe('This promo code is for a first ride');
    expect(await refusalOf(again, limited.id)).toBe('You have already used this promo code');
  }
});

test('promo uses follow a returning rider who moves to another mailbox and deletes that account too', async () => {
  const promo = await buildPromo({ perRider: 1 });
  const email = 'max.comeback@example.com';
  await useAndLeave(email, promo.id);
  const second = await buildRider({ email });
  await buildRide({ status: 'completed', riderId: second.id, riderKey: email });
  await moveAddress(second, `moved.${email}`);
  await leave(second);

  const third = await buildRider({ email: `moved.${email}` });

  expect(await refusalOf(third, promo.id)).toBe('You have already used this promo code');
});

test('a ride under an unconfirmed address still counts after the account changed address and was deleted', async () => {
  const promo = await buildPromo({ firstRideOnly: true });
  const email = 'uma.comeback@example.com';
  const rider = await buildRider({ email, emailConfirmedAt: null });
  await buildRide({ status: 'completed', riderId: rider.id, riderKey: email });
  await moveAddress(rider, `moved.${email}`);
  await leave(rider);

  const again = await buildRider({ email: `moved.${email}` });

  expect(await refusalOf(again, promo.id)).toBe('This promo code is for a first ride');
});

test('deleting an account without bookings keeps no digest of its address', async () => {
  const rider = await buildRider();
  await leave(rider);

  expect(await UserModel.findById(rider.id).lean()).not.toHaveProperty('erasedKeys');
});

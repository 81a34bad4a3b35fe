import { expect, test } from 'vitest';
import { holdPromo } from '../promos/promo-holds.ts';
import { RedemptionModel } from '../promos/promo-model.ts';
import { as } from '../testing/as.ts';
import { buildPromo } from '../testing/build-promo.ts';
import { buildRequest, buildRide } from '../testing/build-ride.ts';
import { buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { eraseAccount } from './erase-account.ts';

setUpTestApp();

let phone = 9_401;

/** Has a completed ride with a use of a promo, and then no account. */
async function useAndLeave(email: string, promoId: string): Promise<void> {
  const rider = await buildRider({ email });
  const ride = await buildRide({ status: 'completed', riderId: rider.id, riderKey: email });
  const phones = [`(702) 555-${phone++}`];
  await holdPromo({ promoId, rideId: ride.id, riderKey: email, phones, until: new Date() });
  await RedemptionModel.updateOne({ rideId: ride.id }, { $set: { state: 'captured' } });
  const proof = { role: 'rider', currentPassword: TEST_PASSWORD };
  expect((await as(rider).post('/api/account/deletion', proof)).status).toBe(202);
  await eraseAccount(rider.id);
}

test('who deletes their account and comes back has had their first ride', async () => {
  const promo = await buildPromo({ firstRideOnly: true });
  await useAndLeave('pat.comeback@example.com', (await buildPromo()).id);
  const rider = await buildRider({ email: 'pat.comeback@example.com' });

  const request = buildRequest({ riderId: rider.id, promoCodeId: promo.id });
  const reply = await as(rider).post('/api/rides', request);

  expect(reply.status).toBe(400);
  expect(JSON.stringify(reply.body)).toContain('This promo code is for a first ride');
});

test('the uses of a code stay counted through any number of accounts', async () => {
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

import { expect, test } from 'vitest';
import { buildPromo } from '../testing/build-promo.ts';
import { buildRider } from '../testing/build-user.ts';
import { newId } from '../testing/new-id.ts';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';
import { UserModel, type UserRecord } from '../users/user-model.ts';
import { holdPromo, holdPromoForCard, releasePromo } from './promo-holds.ts';
import { PromoModel, RedemptionModel } from './promo-model.ts';

setUpTestDatabase();

const until = new Date(Date.now() + 3_600_000);
const phoneOf = (index: number) => `(702) 555-${6_000 + index}`;

let bookings = 0;
/** Holds a code for a booking by this account, with a unique phone. */
const hold = (promoId: string, riderId: string) =>
  holdPromo({ promoId, rideId: newId(), riderId, phones: [phoneOf(1_000 + bookings++)], until });

const holdAtOnce = (promoId: string, riderIds: readonly string[]) =>
  Promise.all(riderIds.map((riderId) => hold(promoId, riderId)));

/** Changes the address of an account like `changeEmail` does. */
async function move({ id }: Pick<UserRecord, 'id'>, email: string): Promise<void> {
  const doc = await UserModel.findById(id);
  const { emailConfirmedAt, email: formerEmail } = doc ?? {};
  const former = { email: formerEmail, confirmedAt: emailConfirmedAt, until: new Date() };
  await UserModel.updateOne(
    { _id: id },
    { $set: { email, emailConfirmedAt: new Date() }, $push: { formerEmails: former } },
  );
}

const heldOf = (refusals: readonly (string | null)[]) => refusals.filter((refusal) => refusal === null);

const HELD = 'Another unpaid ride of yours is using this promo code';
const USED = 'You have already used this promo code';

test('concurrent bookings by one rider hold a code only as often as it allows per rider, whatever the phones', async () => {
  const { id } = await buildPromo({ perRider: 2 });

  const refusals = await holdAtOnce(id, Array(12).fill((await buildRider()).id));

  expect(heldOf(refusals)).toHaveLength(2);
  expect(await PromoModel.findById(id).lean()).toMatchObject({ uses: 2, holds: [{}, {}] });
});

test('changing the email address of an account does not renew its uses of a code', async () => {
  const { id } = await buildPromo({ perRider: 2 });
  const rider = await buildRider();
  expect(await hold(id, rider.id)).toBeNull();
  await move(rider, `second.${rider.email}`);
  expect(await hold(id, rider.id)).toBeNull();
  await move(rider, `third.${rider.email}`);

  expect(await hold(id, rider.id)).toBe(HELD);
  // An account keeps only its latest former addresses, and none that were not confirmed.
  await UserModel.updateOne({ _id: rider.id }, { $unset: { formerEmails: 1 } });
  expect(await hold(id, rider.id)).toBe(HELD);
});

test('concurrent bookings while the account’s email changes hold a code only as often as it allows per rider', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await buildPromo({ perRider: 2 });
    const rider = await buildRider();
    const moves = async () => {
      for (const name of ['second', 'third', 'fourth']) await move(rider, `${name}.${rider.email}`);
    };

    const [refusals] = await Promise.all([holdAtOnce(id, Array(8).fill(rider.id)), moves()]);
    const later = await holdAtOnce(id, Array(3).fill(rider.id));

    expect(heldOf([...refusals, ...later])).toHaveLength(2);
    expect(await PromoModel.findById(id).lean()).toMatchObject({ uses: 2, holds: [{}, {}] });
  }
});

test('concurrent bookings by two accounts that had the same mailbox share its uses of a code', async () => {
  const { id } = await buildPromo({ perRider: 3 });
  const former = await buildRider();
  await move(former, `moved.${former.email}`);
  const later = await buildRider({ email: former.email });

  const refusals = await holdAtOnce(
    id,
    Array.from({ length: 12 }, (_, index) => (index % 2 ? former.id : later.id)),
  );

  expect(heldOf(refusals)).toHaveLength(3);
  const taken = (await RedemptionModel.find({ promoId: id }).lean()).flatMap(({ riders = [] }) => riders);
  expect(new Set(taken).size).toBe(taken.length);
});

test('uses that were stored by mailbox alone count for the account that has or had that mailbox', async () => {
  const { id: promoId } = await buildPromo({ perRider: 4 });
  const rider = await buildRider();
  const store = (riderKey: string) =>
    RedemptionModel.create({ promoId, riderKey, slot: '1', rideId: newId(), state: 'captured' });
  await store(rider.email);
  await move(rider, `second.${rider.email}`);
  await store(`second.${rider.email}`);
  await move(rider, `third.${rider.email}`);

  expect(heldOf(await holdAtOnce(promoId, Array(6).fill(rider.id)))).toHaveLength(2);
  await RedemptionModel.updateMany({ promoId }, { $set: { state: 'captured' } });
  expect(await hold(promoId, rider.id)).toBe(USED);
});

test('of concurrent bookings with several first-ride codes, each account holds one, independently of others', async () => {
  for (let round = 0; round < 5; round += 1) {
    const codes = await Promise.all(Array.from({ length: 4 }, () => buildPromo({ firstRideOnly: true })));
    const [rider, other] = [await buildRider(), await buildRider()];
    const bookAll = ({ id }: UserRecord) => codes.flatMap((code) => [hold(code.id, id), hold(code.id, id)]);

    const refusals = await Promise.all([...bookAll(rider), ...bookAll(other)]);

    expect(heldOf(refusals.slice(0, 8))).toHaveLength(1);
    expect(heldOf(refusals.slice(8))).toHaveLength(1);
    const ids = codes.map(({ id }) => id);
    const stored = await PromoModel.find({ _id: { $in: ids } }).lean();
    expect(stored.reduce((sum, { uses }) => sum + uses, 0)).toBe(2);
    expect(await RedemptionModel.countDocuments({ promoId: { $in: ids } })).toBe(2);
  }
});

test('a phone number holds one first-ride code at a time, and can hold another once that is released', async () => {
  const [one, other] = [await buildPromo({ firstRideOnly: true }), await buildPromo({ firstRideOnly: true })];
  const phones = [phoneOf(300)];
  const first = { promoId: one.id, rideId: newId() };
  const booking = () => ({ rideId: newId(), riderId: newId(), phones, until });
  expect(await holdPromo({ ...booking(), ...first })).toBeNull();

  expect(await holdPromo({ ...booking(), promoId: other.id })).toBe(
    'Another unpaid ride of yours is using a promo code for a first ride',
  );
  await PromoModel.updateOne({ _id: one.id }, { firstRideOnly: false });
  expect(await holdPromo({ ...booking(), promoId: other.id })).toMatch(/^Another unpaid ride of yours/);
  await releasePromo(first);

  expect(await holdPromo({ ...booking(), promoId: other.id })).toBeNull();
});

test('a use stored before first-ride codes shared their uses counts for every first-ride code', async () => {
  const [one, other] = [await buildPromo({ firstRideOnly: true }), await buildPromo({ firstRideOnly: true })];
  const rider = await buildRider();
  await RedemptionModel.create({
    promoId: one.id,
    riderKey: rider.email,
    slot: '1',
    rideId: newId(),
    state: 'captured',
  });

  expect(await hold(other.id, rider.id)).toBe('You have already used a promo code for a first ride');
  expect(await hold((await buildPromo({ perRider: 1 })).id, rider.id)).toBeNull();
});

test('of rides that one card pays concurrently, only as many hold a code as it allows per rider', async () => {
  const { id: promoId } = await buildPromo({ perRider: 1 });
  const rideIds = Array.from({ length: 8 }, newId);
  for (const [index, rideId] of rideIds.entries()) {
    const phones = [phoneOf(100 + index)];
    expect(await holdPromo({ promoId, rideId, riderId: newId(), phones, until })).toBeNull();
  }

  const isHeld = await Promise.all(
    rideIds.map((rideId) => holdPromoForCard({ promoId, rideId }, 'card one')),
  );

  expect(isHeld.filter(Boolean)).toHaveLength(1);
  expect(await RedemptionModel.countDocuments({ promoId, card: { $exists: true } })).toBe(1);
});

test('of rides that one card pays concurrently with several first-ride codes, only one holds its code', async () => {
  const promos = await Promise.all([1, 2, 3, 4].map(() => buildPromo({ firstRideOnly: true })));
  const rides = promos.map(({ id: promoId }) => ({ promoId, rideId: newId() }));
  for (const ride of rides) {
    bookings += 1;
    const person = { riderId: newId(), phones: [phoneOf(1_000 + bookings)] };
    expect(await holdPromo({ ...ride, ...person, until })).toBeNull();
  }

  const isHeld = await Promise.all(rides.map((ride) => holdPromoForCard(ride, 'card two')));

  expect(isHeld.filter(Boolean)).toHaveLength(1);
  const [first, second] = rides.toSorted(
    (one, other) => Number(isHeld[rides.indexOf(other)]) - Number(isHeld[rides.indexOf(one)]),
  );
  if (!first || !second) throw new Error('no rides');
  // Repeating the call counts the same use. The use number of a card is free again after the ride switches
  // cards or is released.
  expect(await holdPromoForCard(first, 'card two')).toBe(true);
  expect(await holdPromoForCard(second, 'card two')).toBe(false);
  expect(await holdPromoForCard(first, 'card three')).toBe(true);
  expect(await holdPromoForCard(second, 'card two')).toBe(true);
  await releasePromo(first);
  expect(await holdPromoForCard(second, 'card three')).toBe(true);
});

test('a card’s use stored before first-ride codes shared their uses counts for every first-ride code', async () => {
  const [one, other] = [await buildPromo({ firstRideOnly: true }), await buildPromo({ firstRideOnly: true })];
  const [earlier, later] = [
    { promoId: one.id, rideId: newId() },
    { promoId: other.id, rideId: newId() },
  ];
  for (const ride of [earlier, later]) {
    bookings += 1;
    const person = { riderId: newId(), phones: [phoneOf(1_000 + bookings)] };
    expect(await holdPromo({ ...ride, ...person, until })).toBeNull();
  }
  expect(await holdPromoForCard(earlier, 'card four')).toBe(true);
  const { riders = [], phones = [] } = await RedemptionModel.findOne({ rideId: earlier.rideId })
    .lean()
    .orFail();
  await RedemptionModel.updateOne({ rideId: earlier.rideId }, { firstRide: [...riders, ...phones] });

  expect(await holdPromoForCard(later, 'card four')).toBe(false);
});

test('a use of a promo code that is released can be held again', async () => {
  const { id: promoId } = await buildPromo({ perRider: 1 });
  const ride = { promoId, rideId: newId() };
  const booking = { ...ride, riderId: newId(), phones: [phoneOf(200)], until };
  await holdPromo(booking);

  await releasePromo(ride);
  await releasePromo(ride);

  expect(await PromoModel.findById(promoId).lean()).toMatchObject({ uses: 0, holds: [] });
  expect(await holdPromo({ ...booking, rideId: newId() })).toBeNull();
});

import { expect, test } from 'vitest';
import { buildPromo } from '../testing/build-promo.ts';
import { newId } from '../testing/new-id.ts';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';
import { holdPromo, holdPromoForCard, releasePromo } from './promo-holds.ts';
import { PromoModel, RedemptionModel } from './promo-model.ts';

setUpTestDatabase();

const until = new Date(Date.now() + 3_600_000);
const phoneOf = (index: number) => `(702) 555-${6_000 + index}`;

/** Bookings with a code by one mailbox, each with a phone of its own. */
const holdAtOnce = (promoId: string, riderKey: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      holdPromo({ promoId, rideId: newId(), riderKey, phones: [phoneOf(index)], until }),
    ),
  );

test('of bookings by one person at the same instant as many hold a code as they have uses, whatever the phones', async () => {
  const { id } = await buildPromo({ perRider: 2 });

  const refusals = await holdAtOnce(id, 'one@example.com', 12);

  expect(refusals.filter((refusal) => refusal === null)).toHaveLength(2);
  expect(await PromoModel.findById(id).lean()).toMatchObject({ uses: 2, holds: [{}, {}] });
});

test('of rides that one card is about to pay at the same instant as many have the code as a rider has uses', async () => {
  const { id: promoId } = await buildPromo({ perRider: 1 });
  const rideIds = Array.from({ length: 8 }, newId);
  for (const [index, rideId] of rideIds.entries()) {
    const riderKey = `rider-${index}@example.com`;
    expect(await holdPromo({ promoId, rideId, riderKey, phones: [phoneOf(100 + index)], until })).toBeNull();
  }

  const isHeld = await Promise.all(
    rideIds.map((rideId) => holdPromoForCard({ promoId, rideId }, 'card one')),
  );

  expect(isHeld.filter(Boolean)).toHaveLength(1);
  expect(await RedemptionModel.countDocuments({ promoId, card: { $exists: true } })).toBe(1);
});

test('a use that is released is there again', async () => {
  const { id: promoId } = await buildPromo({ perRider: 1 });
  const ride = { promoId, rideId: newId() };
  const hold = { ...ride, riderKey: 'two@example.com', phones: [phoneOf(200)], until };
  await holdPromo(hold);

  await releasePromo(ride);
  await releasePromo(ride);

  expect(await PromoModel.findById(promoId).lean()).toMatchObject({ uses: 0, holds: [] });
  expect(await holdPromo({ ...hold, rideId: newId() })).toBeNull();
});

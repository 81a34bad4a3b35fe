import { expect, test, vi } from 'vitest';
import { holdGiftCard } from '../../gift-cards/ledger.ts';
import { PromoModel } from '../../promos/promo-model.ts';
import { buildGiftCard } from '../../testing/build-gift-card.ts';
import { buildPromo } from '../../testing/build-promo.ts';
import { buildRequest, buildRide } from '../../testing/build-ride.ts';
import { buildRider } from '../../testing/build-user.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { balanceOf, bookWithCard, ledgerOf } from '../../testing/spend-gift-card.ts';
import { travelTo } from '../../testing/travel-to.ts';
import { requestRide } from '../booking/request-ride.ts';
import { RideModel } from '../ride-model.ts';
import { releaseOverdueHolds } from './reconcile-holds.ts';

setUpTestApp();

const PAST = new Date(Date.now() - 60_000);

test('a gift card hold whose ride was never written is released only once it is overdue by half a minute', async () => {
  const card = await buildGiftCard(10_000);
  const hold = { giftCardId: card.id, amountCents: 4_000, memo: 'Sphere' };
  await holdGiftCard({ ...hold, rideId: 'b'.repeat(24), until: PAST });
  // The commands of its ride may still capture or release it.
  await holdGiftCard({ ...hold, rideId: 'c'.repeat(24), until: new Date(Date.now() - 5_000) });

  await releaseOverdueHolds();

  expect(await ledgerOf(card)).toEqual([
    ['hold', -4_000],
    ['hold', -4_000],
    ['release', 4_000],
  ]);
});

test('holds of a ride whose process died before writing it are released after a minute, but not before', async () => {
  const [card, promo] = [await buildGiftCard(10_000), await buildPromo()];
  const { id: riderId } = await buildRider();
  vi.spyOn(RideModel, 'create').mockImplementationOnce(() => {
    throw new Error('killed');
  });
  const bookedAt = Date.now();
  travelTo(bookedAt);
  const request = buildRequest({ riderId, giftCardId: card.pass, promoCodeId: promo.id });
  await expect(requestRide(request, null)).rejects.toThrow('killed');
  const usesOf = async () => (await PromoModel.findById(promo.id))?.uses;

  travelTo(bookedAt + 55_000);
  await releaseOverdueHolds();
  expect([await balanceOf(card), await usesOf()]).toEqual([0, 1]);

  travelTo(bookedAt + 65_000);
  await releaseOverdueHolds();
  expect([await balanceOf(card), await usesOf()]).toEqual([10_000, 0]);
});

test('a hold that a crash left on a cancelled ride is released; a flagged ride keeps its hold', async () => {
  const [ofCalledOff, ofFlagged] = [await buildGiftCard(10_000), await buildGiftCard(10_000)];
  const { ride: calledOff } = await bookWithCard(ofCalledOff);
  const { ride: flagged } = await bookWithCard(ofFlagged);
  await RideModel.updateOne({ _id: calledOff.id }, { status: 'cancelled', paymentStatus: 'expired' });
  await RideModel.updateOne({ _id: flagged.id }, { paymentStatus: 'flagged' });
  travelTo(Date.now() + 31 * 60_000);
  await releaseOverdueHolds();

  expect(await balanceOf(ofCalledOff)).toBe(10_000);
  expect(await balanceOf(ofFlagged)).toBe(0);
});

test('two hundred overdue holds of flagged rides do not keep another overdue hold from being released', async () => {
  const { id: rideId } = await buildRide({ paymentStatus: 'flagged' });
  const hold = { amountCents: 4_000, memo: 'Sphere' };
  for (let nth = 0; nth < 200; nth += 1) {
    const { id: giftCardId } = await buildGiftCard(10_000);
    await holdGiftCard({ ...hold, giftCardId, rideId, until: new Date(PAST.getTime() - 60_000) });
  }
  const card = await buildGiftCard(10_000);
  await holdGiftCard({ ...hold, giftCardId: card.id, rideId: 'b'.repeat(24), until: PAST });

  await releaseOverdueHolds();

  expect(await balanceOf(card)).toBe(10_000);
});

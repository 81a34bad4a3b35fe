import { formatDollars } from '#common/money.ts';
import type { PromoOffer } from '#common/promos/promos-api.ts';
import { dateInVegas } from '#common/time.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { type PromoDoc, PromoModel } from './promo-model.ts';

/** Returns the promos that can be booked today, for the promotions page, oldest first. */
export const listPromoOffers = async (): Promise<PromoOffer[]> =>
  (await findLivePromos()).map(presentPromoOffer);

/** Returns the promos that have begun, have not ended and are not used up, oldest first. */
async function findLivePromos(): Promise<PromoDoc[]> {
  const today = dateInVegas(databaseClock.now());
  const promos = await PromoModel.find({
    $and: [
      { $or: [{ validFrom: null }, { validFrom: { $lte: today } }] },
      { $or: [{ validUntil: null }, { validUntil: { $gte: today } }] },
    ],
  })
    .sort({ createdAt: 1, _id: 1 })
    .lean<PromoDoc[]>();
  return promos.filter(({ totalCap, uses }) => totalCap === null || uses < totalCap);
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

function presentPromoOffer(promo: PromoDoc): PromoOffer {
  const { title, percent, amountCents, code, description, validUntil, badge } = promo;
  return {
    title,
    discount: percent === null ? formatDollars(amountCents ?? 0) : `${percent}%`,
    code,
    description,
    validUntil: validUntil && day.format(new Date(`${validUntil}T00:00Z`)),
    badge,
  };
}

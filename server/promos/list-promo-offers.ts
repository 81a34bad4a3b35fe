import { formatDollars } from '#common/money.ts';
import type { PromoOffer } from '#common/promos/promos-api.ts';
import { dateInVegas } from '#common/time.ts';
import { type PromoDoc, PromoModel } from './promo-model.ts';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const present = ({
  title,
  percent,
  amountCents,
  code,
  description,
  validUntil,
  badge,
}: PromoDoc): PromoOffer => ({
  title,
  discount: percent === null ? formatDollars(amountCents ?? 0) : `${percent}%`,
  code,
  description,
  validUntil: validUntil && day.format(new Date(`${validUntil}T00:00Z`)),
  badge,
});

/** The promos that can be booked with today, oldest first: begun, not over, not used up. */
export async function listPromoOffers(): Promise<PromoOffer[]> {
  const today = dateInVegas(new Date());
  const promos = await PromoModel.find({
    $and: [
      { $or: [{ validFrom: null }, { validFrom: { $lte: today } }] },
      { $or: [{ validUntil: null }, { validUntil: { $gte: today } }] },
    ],
  })
    .sort({ _id: 1 })
    .lean<PromoDoc[]>();
  return promos.filter(({ totalCap, uses }) => totalCap === null || uses < totalCap).map(present);
}

import { type PromoBooking, promoMisfit } from '#common/promos/promo.ts';
import { type PromoDoc, PromoModel } from './promo-model.ts';
import { type PromoRider, riderUsesRefusal } from './promo-uses.ts';

/** The message for an unknown code. */
export const UNKNOWN_PROMO = 'This promo code is not valid';

/** The messages where a bank card has no use of a promo left, over all accounts. */
const USED_BY_CARD = 'This promo code was already used with this card';
const FIRST_RIDE_BY_CARD = 'A promo code for a first ride was already used with this card';

/** That a bank card has no use of a promo left, in words for the rider. */
export const cardRefusal = async (promoId: string): Promise<string> =>
  (await findPromo(promoId))?.firstRideOnly ? FIRST_RIDE_BY_CARD : USED_BY_CARD;

/** Whether that is why a ride was cancelled. */
export const isCardRefusal = (reason: string): boolean =>
  reason === USED_BY_CARD || reason === FIRST_RIDE_BY_CARD;

/** The message once a promo's last use is taken. */
export const USED_UP = 'This promo code has been used up';

/** The promo with this code (upper case), or null. */
export const findPromoByCode = (code: string): Promise<PromoDoc | null> =>
  PromoModel.findOne({ code }).lean<PromoDoc>();

/** The promo with this id, or null. */
export const findPromo = (promoId: string): Promise<PromoDoc | null> =>
  PromoModel.findById(promoId).lean<PromoDoc>();

/** Whether a rider has had a ride. Promos do not know rides, so whoever checks a promo says how to ask. */
export type HasRidden = (riderId: string) => Promise<boolean>;

/**
 * Checks a promo against a booking. While nobody is signed in (`rider` is null), what depends on the rider is
 * left to the booking.
 *
 * @returns why it does not apply, in words for the rider; null when it does
 */
export async function promoRefusal(
  promo: PromoDoc,
  booking: PromoBooking,
  rider: (PromoRider & { hasRidden: HasRidden }) | null,
): Promise<string | null> {
  const misfit = promoMisfit(promo, booking);
  if (misfit) return misfit;
  if (promo.totalCap !== null && promo.uses >= promo.totalCap) return USED_UP;
  if (!rider) return null;
  if (promo.firstRideOnly && (await rider.hasRidden(rider.riderId))) {
    return 'This promo code is for a first ride';
  }
  return riderUsesRefusal(promo, rider);
}

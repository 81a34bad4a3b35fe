import { type PromoBooking, promoProblem } from '#common/promos/promo.ts';
import { type PromoDoc, PromoModel } from './promo-model.ts';
import { type PromoRider, riderUsesRefusal } from './promo-uses.ts';

/** Message for an unknown code. */
export const UNKNOWN_PROMO = 'This promo code is not valid';

/** Messages when a bank card has used up a promo, counted over all accounts. */
const USED_BY_CARD = 'This promo code was already used with this card';
const FIRST_RIDE_BY_CARD = 'A promo code for a first ride was already used with this card';

/** Returns the message for the rider that a bank card has used up a promo. */
export const cardRefusal = async (promoId: string): Promise<string> =>
  (await findPromo(promoId))?.firstRideOnly ? FIRST_RIDE_BY_CARD : USED_BY_CARD;

/** Message when the total cap of a promo is reached. */
export const USED_UP = 'This promo code has been used up';

/** Returns the promo with this code (upper case), or null. */
export const findPromoByCode = (code: string): Promise<PromoDoc | null> =>
  PromoModel.findOne({ code }).lean<PromoDoc>();

/** Returns the promo with this id, or null. */
export const findPromo = (promoId: string): Promise<PromoDoc | null> =>
  PromoModel.findById(promoId).lean<PromoDoc>();

/** Whether a rider has had a ride. Injected, since promos do not depend on rides. */
export type HasRidden = (riderId: string) => Promise<boolean>;

/**
 * Checks whether a promo applies to a booking. If nobody is signed in (`rider` is null), the checks that
 * depend on the rider are left to the booking.
 *
 * @returns the reason for the rider why it does not apply; null if it does
 */
export async function promoRefusal(
  promo: PromoDoc,
  booking: PromoBooking,
  rider: (PromoRider & { hasRidden: HasRidden }) | null,
): Promise<string | null> {
  const misfit = promoProblem(promo, booking);
  if (misfit) return misfit;
  if (promo.totalCap !== null && promo.uses >= promo.totalCap) return USED_UP;
  if (!rider) return null;
  if (promo.firstRideOnly && (await rider.hasRidden(rider.riderId))) {
    return 'This promo code is for a first ride';
  }
  return riderUsesRefusal(promo, rider);
}

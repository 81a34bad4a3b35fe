import { type PromoBooking, promoMisfit } from '#common/promos/promo.ts';
import { hasRidden } from '../rides/ride-queries.ts';
import type { PromoDoc } from './promo-model.ts';
import { riderUsesRefusal } from './rider-uses-refusal.ts';

/** What is said of a code that there is not. */
export const UNKNOWN_PROMO = 'This promo code is not valid';

/** What is said once a promo's last use is gone. */
export const USED_UP = 'This promo code has been used up';

/**
 * Why a promo cannot be had for a booking, in words for the rider; null when it can. `riderKey` is null while nobody is signed in: what
 * depends on the rider is then left to the booking.
 */
export async function promoRefusal(
  promo: PromoDoc,
  booking: PromoBooking,
  riderKey: string | null,
): Promise<string | null> {
  const misfit = promoMisfit(promo, booking);
  if (misfit) return misfit;
  if (promo.totalCap !== null && promo.uses >= promo.totalCap) return USED_UP;
  if (riderKey === null) return null;
  if (promo.firstRideOnly && (await hasRidden(riderKey))) return 'This promo code is for a first ride';
  return riderUsesRefusal(promo, riderKey);
}

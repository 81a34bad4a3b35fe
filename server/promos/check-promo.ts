import { type PromoBooking, type PromoTerms, promoMisfit } from '#common/promos/promo.ts';
import { type PromoDoc, PromoModel, type RedemptionDoc, RedemptionModel } from './promo-model.ts';

/** The message for an unknown code. */
export const UNKNOWN_PROMO = 'This promo code is not valid';

/** The message once a promo's last use is taken. */
export const USED_UP = 'This promo code has been used up';

/** The promo with this code (upper case), or null. */
export const findPromoByCode = (code: string): Promise<PromoDoc | null> =>
  PromoModel.findOne({ code }).lean<PromoDoc>();

/** The promo with this id, or null. */
export const findPromo = (promoId: string): Promise<PromoDoc | null> =>
  PromoModel.findById(promoId).lean<PromoDoc>();

/**
 * Whether a rider, by key, has had a ride. Promos do not know rides, so whoever checks a promo says how to
 * ask.
 */
export type HasRidden = (riderKey: string) => Promise<boolean>;

/** Who asks for a promo. */
export interface PromoRider {
  riderKey: string;
  hasRidden: HasRidden;
}

/**
 * Checks a promo against a booking. While nobody is signed in (`rider` is null), what depends on the rider is
 * left to the booking.
 *
 * @returns why it does not apply, in words for the rider; null when it does
 */
export async function promoRefusal(
  promo: PromoDoc,
  booking: PromoBooking,
  rider: PromoRider | null,
): Promise<string | null> {
  const misfit = promoMisfit(promo, booking);
  if (misfit) return misfit;
  if (promo.totalCap !== null && promo.uses >= promo.totalCap) return USED_UP;
  if (!rider) return null;
  const { riderKey, hasRidden } = rider;
  if (promo.firstRideOnly && (await hasRidden(riderKey))) return 'This promo code is for a first ride';
  return riderUsesRefusal(promo, riderKey);
}

/**
 * Checks a rider's own uses of a promo.
 *
 * @returns why there is none left, in words for the rider; null when there is
 */
export async function riderUsesRefusal(promo: PromoDoc, riderKey: string): Promise<string | null> {
  const most = usesPerRider(promo);
  if (most === null) return null;
  const promoId = promo._id.toHexString();
  const uses = await RedemptionModel.find({ promoId, riderKey }).lean<RedemptionDoc[]>();
  if (uses.length < most) return null;
  return uses.some(({ state }) => state === 'held')
    ? 'Another ride of yours that is not paid yet holds this promo code'
    : 'You have already used this promo code';
}

/**
 * How often a rider may use a promo; null is unlimited. There is one first ride, though several may wait for
 * their payment.
 */
export const usesPerRider = ({
  firstRideOnly,
  perRider,
}: Pick<PromoTerms, 'firstRideOnly' | 'perRider'>): number | null => (firstRideOnly ? 1 : perRider);

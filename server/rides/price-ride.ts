import type { Fare } from '#common/fares/fare.ts';
import { type FareInput, quoteFare } from '#common/fares/quote-fare.ts';
import { INVALID_GIFT_CARD } from '#common/gift-cards/code.ts';
import type { Cents } from '#common/money.ts';
import { promoDiscountCents } from '#common/promos/promo.ts';
import type { RequestRide } from '#common/rides/request-ride.ts';
import { dateInVegas } from '#common/time.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { findSpendable } from '../gift-cards/gift-card-codes.ts';
import { findPromo, promoRefusal, UNKNOWN_PROMO } from '../promos/check-promo.ts';
import { hasRidden } from './has-ridden.ts';

/** What a ride costs, and what pays for it besides a bank card. */
interface Price {
  fare: Fare;
  promoCodeId: string | null;
  /** The card's own id. Null, too, where the promo code leaves it nothing to pay. */
  giftCardId: string | null;
}

/**
 * Prices a ride with the promo code and gift card it is booked with, as both stand now. Nothing is held yet. Throws INVALID_REQUEST
 * when the promo code does not fit (any more) or nothing is left on the gift card.
 */
export async function priceRide(request: RequestRide, riderKey: string, input: FareInput): Promise<Price> {
  const promoCents = request.promoCodeId
    ? await promoCentsOf(request.promoCodeId, request, riderKey, quoteFare(input).fareCents)
    : 0;
  const card = request.giftCardId ? await requireSpendable(request.giftCardId) : null;
  const fare = quoteFare({ ...input, promoCents, giftCardBalanceCents: card?.balanceCents ?? 0 });
  return {
    fare,
    promoCodeId: request.promoCodeId ?? null,
    giftCardId: fare.giftCardCents > 0 ? (card?.id ?? null) : null,
  };
}

async function promoCentsOf(
  promoId: string,
  { scheduledDate, bookingType, hours }: RequestRide,
  riderKey: string,
  fareCents: Cents,
): Promise<Cents> {
  const promo = await findPromo(promoId);
  if (!promo) throw fieldRefusal('promoCodeId', UNKNOWN_PROMO);
  const today = dateInVegas(new Date());
  const booking = { fareCents, today, scheduledDate, bookingType, hours: hours ?? null };
  const refusal = await promoRefusal(promo, booking, { riderKey, hasRidden });
  if (refusal) throw fieldRefusal('promoCodeId', refusal);
  return promoDiscountCents(promo, fareCents);
}

async function requireSpendable(pass: string): Promise<{ id: string; balanceCents: Cents }> {
  const card = await findSpendable(pass);
  if (!card || card.balanceCents === 0) throw fieldRefusal('giftCardId', INVALID_GIFT_CARD);
  return card;
}

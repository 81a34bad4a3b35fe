import type { Fare } from '../fares/fare.ts';
import { SEEDED_RATES } from '../fares/rates.ts';
import { type Cents, percentOf, roundCents } from '../money.ts';
import { MIN_CHARGE_CENTS, type Sums } from './ride-money.ts';

/** The result of changing the price of a paid ride. Either an amount due, a refund, or neither. */
export interface Difference {
  /** The fare after the change, once the difference is settled. */
  fare: Fare;
  /** Amount to be paid by card before the change is made. */
  dueCents: Cents;
  /** Amount to be refunded. */
  back: Sums;
}

/**
 * Calculates what a paid ride's new fare costs or refunds. A higher fare is paid by card. A lower fare is
 * refunded to the card first, then to the gift card. A difference below the card minimum is waived, as in a
 * booking. The payments by promo code and gift card stay, unless the ride now costs less than the gift card
 * paid.
 *
 * @param after The new fare with the promo discount, without a gift card.
 */
export function settleDifference(before: Fare, after: Fare): Difference {
  const paidCents = before.totalCents + before.giftCardCents;
  const overCents = Math.max(0, paidCents - after.fareCents);
  const toCardCents = Math.min(before.totalCents, overCents);
  const toGiftCardCents = overCents - toCardCents;
  const restCents = Math.max(0, after.fareCents - paidCents);
  const dueCents = restCents < MIN_CHARGE_CENTS ? 0 : restCents;
  return {
    fare: {
      ...after,
      giftCardCents: before.giftCardCents - toGiftCardCents,
      totalCents: before.totalCents - toCardCents + dueCents,
    },
    dueCents,
    back: { toCardCents, toGiftCardCents },
  };
}

/**
 * Recalculates the fare of an hourly ride for other hours (at least half an hour) at the same rates and
 * terms. The promo discount stays the same amount; the gift card is ignored.
 *
 * @param bookedHours The hours that `fare` is for.
 */
export function fareForHours(fare: Fare, bookedHours: number, hours: number): Fare {
  const share = (cents: Cents) => roundCents((cents * hours) / bookedHours);
  const baseCents = share(fare.baseCents);
  const fuelCents = share(fare.fuelCents);
  const taxCents = percentOf(baseCents, fare.taxPercent ?? SEEDED_RATES.fees.ntaTaxPercent);
  const fixedCents = fare.subtotalCents - fare.baseCents - fare.fuelCents - fare.taxCents;
  const subtotalCents = baseCents + taxCents + fuelCents + fixedCents;
  const gratuityCents = percentOf(subtotalCents, fare.gratuityPercentage);
  const promoCents = Math.min(fare.promoCents, subtotalCents + gratuityCents);
  return {
    ...fare,
    baseCents,
    fuelCents,
    taxCents,
    subtotalCents,
    gratuityCents,
    promoCents,
    fareCents: subtotalCents + gratuityCents - promoCents,
  };
}

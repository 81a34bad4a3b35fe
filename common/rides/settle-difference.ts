import type { Fare } from '../fares/fare.ts';
import { SEEDED_RATES } from '../fares/rates.ts';
import { type Cents, percentOf, roundCents } from '../money.ts';
import { MIN_CHARGE_CENTS, type Sums } from './ride-money.ts';

/** What a change of a paid ride comes to: one of the two, or neither. */
export interface Difference {
  /** The fare after it, as it will have been paid. */
  fare: Fare;
  /** To be paid by card before the change is made. */
  dueCents: Cents;
  /** What goes back. */
  back: Sums;
}

/**
 * What a paid ride's new fare comes to. More is paid by card, less goes back to the card first, and only then to the gift
 * card; a difference that is too little for a card is waived, as a rest is in booking. What promo code and gift card
 * paid stays what it was, unless the ride costs less than the gift card paid.
 *
 * @param after the new fare by its rates, its promo code taken off, without a gift card
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
 * The fare of an hourly ride for other hours at the same rates and terms; half an hour at least. The promo code takes off
 * what it did, and a gift card is not looked at.
 *
 * @param bookedHours those that `fare` is for
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

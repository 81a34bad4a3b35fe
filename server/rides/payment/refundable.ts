import type { RefundReason } from '#common/jobs.ts';
import type { Cents } from '#common/money.ts';
import { NOTHING, type PaidRide, paidFor, type Sums, totalOf } from '#common/rides/ride-money.ts';
import type { RideRecord } from '../ride-model.ts';

type MoneyOf = PaidRide &
  Pick<RideRecord, 'refunds' | 'adjustments' | 'refundOwed' | 'actualFareCents' | 'bookedFare'>;

/** What was paid for a settled ride as it was booked: by its own payment, and by gift card. */
export const paidAtBooking = ({
  paymentStatus,
  fare,
  bookedFare,
}: PaidRide & Pick<RideRecord, 'bookedFare'>) => paidFor({ paymentStatus, fare: bookedFare ?? fare });

/**
 * What was paid for a ride at its booking and neither given back nor owed, be it by hand or by its end. A refund that a bank refused
 * counts as given back: it is made in another way.
 */
export function refundable(ride: MoneyOf): Sums {
  const { refundOwed } = ride;
  return refundOwed ? subtract(leftByHand(ride), owedByItsEnd(ride, refundOwed.reason)) : leftByHand(ride);
}

/** The same, but for what the ride's end owes: what there is to take that from. */
const leftByHand = ({ refunds, adjustments, ...ride }: MoneyOf): Sums =>
  [
    ...refunds.filter(isOfBooking).map(({ amountCents, giftCardCents }) => ({
      toCardCents: amountCents,
      toGiftCardCents: giftCardCents,
    })),
    ...adjustments.filter((adjustment) => isOfBooking(adjustment) && adjustment.owedSince),
  ].reduce(subtract, paidAtBooking(ride));

/** Whether a refund is of the ride's own payment, and not of a charge's. */
export const isOfBooking = ({ chargeId }: { chargeId?: string | undefined }): boolean =>
  chargeId === undefined;

/**
 * What a settled ride owes for how it ended: completed for less, the difference; accepted by no driver, all of it;
 * cancelled by people, what was written with that. Never more than is left.
 */
export function owedByItsEnd(ride: MoneyOf, reason: RefundReason): Sums {
  const { refundOwed, actualFareCents } = ride;
  switch (reason) {
    case 'completed-for-less':
      if (refundOwed?.sums) return refundOwed.sums;
      return takeFrom(leftByHand(ride), unusedCents(ride, actualFareCents));
    case 'not-accepted':
      return leftByHand(ride);
    default:
      return (refundOwed?.reason === reason && refundOwed.sums) || NOTHING;
  }
}

/** What a ride's final fare leaves of what was paid. */
export const unusedCents = (ride: PaidRide, actualFareCents: Cents | null): Cents =>
  actualFareCents === null ? 0 : Math.max(0, totalOf(paidFor(ride)) - actualFareCents);

/**
 * Takes an amount out of others, the bank card's first and at most what is there; so a gift card is spent before a bank
 * card is, as it was when the ride was booked.
 */
export function takeFrom(left: Sums, amountCents: Cents): Sums {
  const toCardCents = Math.min(left.toCardCents, amountCents);
  return { toCardCents, toGiftCardCents: Math.min(left.toGiftCardCents, amountCents - toCardCents) };
}

/** Keeps an amount of others, of the bank card's first; the rest is given back. */
export function keepOf(left: Sums, keptCents: Cents): Sums {
  return subtract(left, takeFrom(left, keptCents));
}

/** Never below zero: a card whose refund was made at Stripe itself may have got more than was left. */
const subtract = (from: Sums, less: Sums): Sums => ({
  toCardCents: Math.max(0, from.toCardCents - less.toCardCents),
  toGiftCardCents: Math.max(0, from.toGiftCardCents - less.toGiftCardCents),
});

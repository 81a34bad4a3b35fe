import type { RefundReason } from '#common/jobs.ts';
import type { Cents } from '#common/money.ts';
import { fareAsBooked, NOTHING, type PaidRide, paidFor, type Sums } from '#common/rides/ride-money.ts';
import { unusedCents } from '#common/rides/unused-payment.ts';
import type { RideRecord } from '../ride-model.ts';

type MoneyOf = PaidRide &
  Pick<RideRecord, 'refunds' | 'adjustments' | 'refundOwed' | 'actualFareCents' | 'bookedFare'>;

/** What was paid for a settled ride as booked: by its own payment and by gift card. */
export const paidAtBooking = (ride: PaidRide & Pick<RideRecord, 'bookedFare'>): Sums =>
  paidFor({ paymentStatus: ride.paymentStatus, fare: fareAsBooked(ride) });

/**
 * What was paid for a ride at booking and is neither refunded nor owed. A refund that the bank refused counts
 * as refunded, because it is made by other means.
 */
export function refundable(ride: MoneyOf): Sums {
  const { refundOwed } = ride;
  return refundOwed
    ? subtract(refundableBeforeOutcome(ride), refundOwedByOutcome(ride, refundOwed.reason))
    : refundableBeforeOutcome(ride);
}

/** As `refundable`, but before subtracting what the ride's end owes. */
const refundableBeforeOutcome = ({ refunds, adjustments, ...ride }: MoneyOf): Sums =>
  [
    ...refunds.filter(isOfBooking).map(({ amountCents, giftCardCents }) => ({
      toCardCents: amountCents,
      toGiftCardCents: giftCardCents,
    })),
    ...adjustments.filter((adjustment) => isOfBooking(adjustment) && adjustment.owedSince),
  ].reduce(subtract, paidAtBooking(ride));

/** Whether a refund is of the ride's own payment, not of a charge's. */
export const isOfBooking = ({ chargeId }: { chargeId?: string | undefined }): boolean =>
  chargeId === undefined;

/**
 * What a settled ride owes because of how it ended. Completed for less: the difference. Not accepted:
 * everything. Cancelled: the sums stored with the cancellation. Never more than what is left.
 */
export function refundOwedByOutcome(ride: MoneyOf, reason: RefundReason): Sums {
  const { refundOwed, actualFareCents } = ride;
  switch (reason) {
    case 'completed-for-less':
      if (refundOwed?.sums) return refundOwed.sums;
      return deductFrom(refundableBeforeOutcome(ride), unusedCents(ride, actualFareCents));
    case 'not-accepted':
      return refundableBeforeOutcome(ride);
    default:
      return (refundOwed?.reason === reason && refundOwed.sums) || NOTHING;
  }
}

/**
 * Takes an amount from the bank card's part first, then from the gift card's, at most what is there. So the
 * gift card pays first, as it did when the ride was booked.
 */
export function deductFrom(left: Sums, amountCents: Cents): Sums {
  const toCardCents = Math.min(left.toCardCents, amountCents);
  return { toCardCents, toGiftCardCents: Math.min(left.toGiftCardCents, amountCents - toCardCents) };
}

/** Keeps an amount, from the bank card's part first, and returns the rest to refund. */
export function refundAfterKeeping(left: Sums, keptCents: Cents): Sums {
  return subtract(left, deductFrom(left, keptCents));
}

/** Clamped at zero: a refund made at Stripe directly may have exceeded what was left. */
const subtract = (from: Sums, less: Sums): Sums => ({
  toCardCents: Math.max(0, from.toCardCents - less.toCardCents),
  toGiftCardCents: Math.max(0, from.toGiftCardCents - less.toGiftCardCents),
});

import type { Cents } from '#common/money.ts';
import type { CompletionQuote } from '#common/rides/drive-api.ts';
import { driverEarnings, earnedCents } from '#common/rides/driver-earnings.ts';
import { isToBeReviewed } from '#common/rides/fare-review.ts';

/** The final fare for the hours used; point to point, which has none, the whole. Null for hours that are no half hours booked. */
export const fareForUsed = (quote: CompletionQuote, hours: number | null): Cents | null =>
  quote.usedHours === null
    ? quote.fareCents
    : (quote.byHours.find((each) => each.hours === hours)?.fareCents ?? null);

/**
 * What goes back to the rider and what the driver earns, in cents, for a final fare; both wait for staff where they
 * look at it first.
 */
export function completionSums(quote: CompletionQuote, actualFareCents: Cents) {
  const { paidCents, fareCents, promoCents = 0, baseCents, gratuityCents, waitingCents } = quote;
  const { refundableCents = paidCents } = quote;
  const earned = driverEarnings({
    status: 'completed',
    fare: { fareCents, promoCents, baseCents, gratuityCents },
    actualFareCents,
    cancellation: null,
    waiting: { cents: waitingCents },
    charges: [],
  });
  return {
    backCents: Math.max(0, Math.min(paidCents - actualFareCents, refundableCents) - waitingCents),
    shareCents: earnedCents(earned),
    isReviewed: isToBeReviewed(paidCents, actualFareCents),
  };
}

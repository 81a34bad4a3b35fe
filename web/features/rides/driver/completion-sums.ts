import type { Cents } from '#common/money.ts';
import type { CompletionQuote } from '#common/rides/drive-api.ts';
import { driverEarnings, earnedCents } from '#common/rides/driver-earnings.ts';
import { isToBeReviewed } from '#common/rides/fare-review.ts';

/**
 * Returns the final fare for the hours used; for point-to-point the whole fare. Null for hours that cannot be
 * chosen.
 */
export const fareForUsed = (quote: CompletionQuote, hours: number | null): Cents | null =>
  quote.usedHours === null
    ? quote.fareCents
    : (quote.byHours.find((each) => each.hours === hours)?.fareCents ?? null);

/**
 * Returns the rider's refund and the driver's share for a final fare, in cents. When `isReviewed`, both wait
 * until staff have checked it: because the fare is less than half of the amount paid (`isShort`), or because
 * of long waiting.
 */
export function completionSums(quote: CompletionQuote, actualFareCents: Cents) {
  const { paidCents, fareCents, promoCents = 0, baseCents, gratuityCents, waitingCents } = quote;
  const { refundableCents = paidCents } = quote;
  const isShort = isToBeReviewed(paidCents, actualFareCents);
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
    isShort,
    isReviewed: isShort || quote.isWaitingReviewed === true,
  };
}

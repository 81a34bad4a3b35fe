import type { Cents } from '#common/money.ts';
import { SETTLED } from '#common/rides/status.ts';
import type { RideRecord } from './ride-record.ts';

type Settled = Pick<RideRecord, 'paymentStatus' | 'fare' | 'actualFareCents'>;

/** What goes back, and where to. */
export interface RefundableAmounts {
  toCardCents: Cents;
  toGiftCardCents: Cents;
}

/**
 * What goes back of a settled ride that came to less than was paid: the difference, to the bank card first, at most what that card was charged,
 * and the rest to the gift card. So a gift card is spent before a bank card is, as it was when the ride was booked. A rest that was
 * waived was never paid, and is not given back.
 */
export function refundableAmounts({ paymentStatus, fare, actualFareCents }: Settled): RefundableAmounts {
  if (!SETTLED.includes(paymentStatus) || actualFareCents === null) {
    return { toCardCents: 0, toGiftCardCents: 0 };
  }
  const byCardCents = paymentStatus === 'paid' ? fare.totalCents : 0;
  const unusedCents = Math.max(0, byCardCents + fare.giftCardCents - actualFareCents);
  const toCardCents = Math.min(unusedCents, byCardCents);
  return { toCardCents, toGiftCardCents: unusedCents - toCardCents };
}

import { formatDollarString } from '#common/money.ts';
import type { RiderRide } from '#common/rides/ride.ts';

type Refunded = Pick<RiderRide, 'refundedAmount' | 'refundedToGiftCard'>;

/** What went back of a completed ride's fare, and where to; null when nothing did. */
export function refundWords({ refundedAmount, refundedToGiftCard }: Refunded): string | null {
  const parts = [
    refundedAmount && `${formatDollarString(refundedAmount)} went back to your card.`,
    refundedToGiftCard && `${formatDollarString(refundedToGiftCard)} went back to your gift card.`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' ') : null;
}

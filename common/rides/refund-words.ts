import { formatDollarString } from '../money.ts';
import type { RiderRide } from './ride.ts';

type Refunded = Pick<RiderRide, 'refundedAmount' | 'refundFailedAmount' | 'refundedToGiftCard'>;

/** What went back of a ride's fare, where to, and what did not get there; null when nothing was sent back. */
export function formatRefund({
  refundedAmount,
  refundFailedAmount,
  refundedToGiftCard,
}: Refunded): string | null {
  const parts = [
    refundedAmount && `${formatDollarString(refundedAmount)} went back to your card.`,
    refundFailedAmount &&
      `${formatDollarString(refundFailedAmount)} could not be sent back to your card. Our support team will write to you about it.`,
    refundedToGiftCard && `${formatDollarString(refundedToGiftCard)} went back to your gift card.`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' ') : null;
}

import { formatDollarString } from '#common/money.ts';
import type { RiderRide } from '#common/rides/ride.ts';

/** What went back of a completed ride's fare; null when nothing did. */
export const refundWords = ({ refundedAmount }: Pick<RiderRide, 'refundedAmount'>): string | null =>
  refundedAmount === null ? null : `${formatDollarString(refundedAmount)} went back to your card.`;

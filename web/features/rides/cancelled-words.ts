import { formatDollarString } from '#common/money.ts';
import type { RiderRide } from '#common/rides/ride.ts';

/** Why a cancelled ride came to nothing and what became of its money, in a sentence or two for its rider. */
export function cancelledWords(
  ride: Pick<RiderRide, 'paymentStatus' | 'refundedAmount' | 'giftCardId'>,
): string {
  const credit = ride.giftCardId === null ? '' : ' Your gift card has its credit back.';
  if (ride.refundedAmount !== null)
    return `${formatDollarString(ride.refundedAmount)} went back to your card.${credit}`;
  switch (ride.paymentStatus) {
    case 'expired':
      return `It was not paid in time. You have not been charged.${credit}`;
    case 'paid':
      return `Your refund is on its way.${credit}`;
    case 'flagged':
      return 'The payment did not match the fare. Our support team is looking into it.';
    default:
      return `You have not been charged.${credit}`;
  }
}

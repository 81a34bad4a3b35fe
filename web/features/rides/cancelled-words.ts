import { formatRefund } from '#common/rides/refund-words.ts';
import type { RiderRide } from '#common/rides/ride.ts';

type Cancelled = Pick<
  RiderRide,
  'paymentStatus' | 'refundedAmount' | 'refundFailedAmount' | 'refundedToGiftCard' | 'giftCardId' | 'history'
>;

const NOT_CHARGED = 'You have not been charged.';

/** Why a cancelled ride came to nothing and what became of its money, in a few short sentences for its rider. */
export function cancelledWords(ride: Cancelled): string {
  // Drivers are shown a ride once it is paid for, and not before.
  const wasOffered = ride.history.some(({ change }) => change === 'paid');
  if (wasOffered) return `No driver could take this ride. ${moneyBackWords(ride)}`;

  const reason = ride.paymentStatus === 'expired' ? 'It was not paid in time. ' : '';
  const credit = ride.giftCardId === null ? '' : ' Your gift card has its credit back.';
  return `${reason}${formatRefund(ride) ?? NOT_CHARGED}${credit}`;
}

/** What became of the money of a ride that was paid for. */
function moneyBackWords(ride: Cancelled): string {
  const isOwed =
    ride.paymentStatus === 'paid' || (ride.paymentStatus === 'waived' && ride.giftCardId !== null);
  return isOwed ? 'Your refund is on its way.' : (formatRefund(ride) ?? NOT_CHARGED);
}

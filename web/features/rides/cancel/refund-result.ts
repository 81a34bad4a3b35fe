import { formatCents } from '#common/money.ts';
import { fareCards, formatCards } from '#common/rides/refund-cards.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { type CancellationSums, wasPaid } from '#common/rides/ride-money.ts';

/** The outcome of a cancellation, as shown to the rider. */
interface RefundResult {
  headline: string;
  /** What else is refunded, what is kept, and how long it takes; may be empty. */
  detail: string;
}

type Paid = Pick<RiderRide, 'payment' | 'charges' | 'paymentStatus' | 'driver' | 'arrivedAt'>;

const cardOf = (ride: Paid): string => formatCards(fareCards(ride));

/** Describes the refund of a cancelled ride. */
export function refundResult(ride: Paid, sums: CancellationSums): RefundResult {
  const { toCardCents, toGiftCardCents } = sums;
  const kept = keptSentence(ride, sums);
  if (ride.paymentStatus === 'flagged') return { headline: 'You get back everything you paid', detail: '' };
  if (ride.paymentStatus === 'on_account') return { headline: onAccount(sums), detail: kept };
  if (toCardCents > 0) {
    const giftCard = toGiftCardCents > 0 && `and ${formatCents(toGiftCardCents)} to your gift card.`;
    return {
      headline: `You get back ${formatCents(toCardCents)} to ${cardOf(ride)}`,
      detail: [giftCard, kept, 'A card refund takes 5 to 7 business days to arrive.']
        .filter(Boolean)
        .join(' '),
    };
  }
  if (toGiftCardCents > 0)
    return { headline: `You get back ${formatCents(toGiftCardCents)} to your gift card`, detail: kept };
  const wasCharged = ride.paymentStatus === 'paid' || ride.charges.some(wasPaid);
  const detail = kept || (wasCharged ? '' : 'You have not been charged.');
  return { headline: 'There is nothing to refund', detail };
}

const onAccount = ({ feeCents }: CancellationSums): string =>
  feeCents > 0 ? `${formatCents(feeCents)} stays on your account` : 'Nothing stays on your account';

function keptSentence({ driver, arrivedAt }: Paid, { feeCents }: CancellationSums): string {
  if (feeCents === 0) return '';
  const name = driver?.firstName ?? 'your driver';
  const why = arrivedAt ? `: ${name} is at the pickup.` : ` for ${possessive(name)} way to you.`;
  return `${formatCents(feeCents)} is kept${why}`;
}

const possessive = (name: string): string => `${name}'s`;

/** Builds the toast text after the ride was cancelled. */
export function refundOnItsWay(ride: Paid, { toCardCents, toGiftCardCents }: CancellationSums): string {
  if (toCardCents > 0) return `${formatCents(toCardCents)} is on its way to ${cardOf(ride)}`;
  if (toGiftCardCents > 0) return `${formatCents(toGiftCardCents)} is on its way to your gift card`;
  return 'Your booking is cancelled';
}

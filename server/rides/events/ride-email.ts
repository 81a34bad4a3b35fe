import { formatCents } from '#common/money.ts';
import { formatDay, formatTimeWithZone } from '#common/time.ts';
import { env } from '../../env.ts';
import type { EmailContent } from '../../mail/email-content.ts';
import { findRide } from '../ride-queries.ts';

/**
 * Email to the rider of a ride that no driver accepted: it is cancelled, and what is refunded.
 *
 * @throws AppError NOT_FOUND
 */
export async function composeNotAcceptedEmail(rideId: string): Promise<EmailContent> {
  const { fare, scheduledAt, customerEmail, pickupLocation, dropoffLocation, promoCodeId } =
    await findRide(rideId);
  const pickup = new Date(scheduledAt);
  return {
    to: customerEmail,
    subject: 'No driver could take your ride',
    title: 'We are sorry: no driver could take your ride',
    parts: [
      { kind: 'text', text: 'Your ride is cancelled, and everything you paid for it goes back.' },
      {
        kind: 'rows',
        rows: [
          ['Pickup time', `${formatDay(pickup, new Date())}, ${formatTimeWithZone(pickup)}`],
          ['From', pickupLocation],
          ['To', dropoffLocation],
          ...(fare.totalCents > 0 ? [['Back to your card', formatCents(fare.totalCents)] as const] : []),
          ...(fare.giftCardCents > 0
            ? [['Back to your gift card', formatCents(fare.giftCardCents)] as const]
            : []),
          ['Reference', rideId],
        ],
      },
      ...(promoCodeId ? [{ kind: 'text', text: 'Your promo code can be used again.' } as const] : []),
      { kind: 'link', label: 'Book another ride', href: new URL('/#booking', env.PUBLIC_URL).href },
    ],
  };
}

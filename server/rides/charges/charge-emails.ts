import { formatDayTimeWithZone } from '#common/format-date-time.ts';
import { formatCents } from '#common/money.ts';
import { formatCard } from '#common/rides/refund-cards.ts';
import type { Charge } from '#common/rides/ride-money.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import type { EmailContent } from '../../mail/email-content.ts';
import { bookingRows, linkToRide, note, routePart, text } from '../emails/email-parts.ts';
import { toRider } from '../emails/to-rider.ts';
import type { RideRecord } from '../ride-model.ts';
import { findCharge, isPayable, payByOf } from './charges.ts';
import { payLinkUrl } from './pay-link-token.ts';

/**
 * Composes the mail with a payment link. A late delivery is harmless, because the link's page shows the
 * current amount. Null once it can no longer be paid: it was paid or withdrawn, has expired, or the ride was
 * cancelled.
 *
 * @throws AppError NOT_FOUND
 */
export async function composePayLinkEmail(chargeId: string): Promise<EmailContent | null> {
  const { ride, charge } = await findCharge(chargeId);
  const now = databaseClock.now();
  if (!isPayable({ ride, charge }, now)) return null;
  const instant = (at: string) => formatDayTimeWithZone(new Date(at), now);
  const { title, words } = describePurpose(charge);
  const payBy = payByOf({ ride, charge });
  return toRider(ride, {
    subject: `${title}: ${formatCents(charge.amountCents)}`,
    title,
    parts: [
      text(words),
      {
        kind: 'rows',
        rows: [
          ['To pay', formatCents(charge.amountCents)],
          ...(payBy ? [['Held until', instant(payBy)] as const] : []),
          ['Pickup time', instant(ride.scheduledAt)],
          ['From', ride.pickupLocation],
          ['To', ride.dropoffLocation],
          ['Vehicle', vehicleName(ride.rideType)],
          ['Reference', rideReference(ride.id)],
        ],
      },
      { kind: 'link', label: `Pay ${formatCents(charge.amountCents)}`, href: payLinkUrl(chargeId) },
      { kind: 'text', text: 'You pay on our payment provider’s page. We never see your card number.' },
    ],
  });
}

/** Describes what the customer has to pay for. */
function describePurpose({ kind, reason }: Charge): { title: string; words: string } {
  switch (kind) {
    case 'booking':
      return {
        title: 'Please pay for your ride',
        words: 'We hold your ride for you. Drivers see it once it is paid.',
      };
    case 'difference':
      return {
        title: 'Please pay for the change to your ride',
        words: `To be changed: ${reason}. Until this is paid, your ride stays as shown here.`,
      };
    case 'extension':
      return {
        title: 'More time for your ride',
        words: `${reason}. Your ride gets longer once this is paid.`,
      };
    default:
      return {
        title: 'A further charge for your ride',
        words: `Something was added to your ride: ${reason}`,
      };
  }
}

/**
 * Composes the mail about a charge that was paid too late: what is refunded, and what remains booked.
 *
 * @throws AppError NOT_FOUND
 */
export async function composeTooLateEmail(chargeId: string): Promise<EmailContent | null> {
  const { ride, charge } = await findCharge(chargeId);
  const amount = formatCents(charge.amountCents);
  const card = formatCard(charge.card);
  return toRider(ride, {
    subject: `Your payment of ${amount} came too late and is refunded`,
    preview: `${amount} goes back to ${card}`,
    title: 'Your payment came too late',
    parts: [
      text(`${explainTooLate(ride, charge)} Your payment is refunded in full.`),
      routePart(ride),
      {
        kind: 'rows',
        rows: [
          ...(charge.reason ? [['Paid for', charge.reason] as const] : []),
          ...bookingRows(ride),
          ['Fare', formatCents(ride.fare.fareCents)],
        ],
      },
      charge.failure
        ? note(`${card} did not take it back. Our support team writes to you about it.`)
        : {
            kind: 'total',
            label: `Back to ${card}`,
            amount,
            note: 'A card refund takes 5 to 7 business days to arrive.',
          },
      linkToRide(ride.id, 'See your ride'),
    ],
  });
}

/** Explains why the charge could no longer be applied. */
function explainTooLate({ status, completedAt }: RideRecord, { kind, paidAt }: Charge): string {
  if (status === 'cancelled') return 'Your ride was cancelled before this was paid.';
  const isAfterwards = completedAt !== null && paidAt !== undefined && paidAt >= completedAt;
  if (kind === 'extension' && isAfterwards)
    return 'Your ride was already completed when this was paid. It was not extended.';
  if (kind === 'difference')
    return 'Your ride could no longer be changed when this was paid. Your ride stays as it was.';
  if (kind === 'extension')
    return 'No more time was available when this was paid. Your ride was not extended.';
  return 'This was no longer due.';
}

import { formatCents } from '#common/money.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { formatDay, formatTimeWithZone } from '#common/time.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import type { EmailContent } from '../../mail/email-content.ts';
import { findCharge } from './charges.ts';
import { payLinkUrl } from './pay-link-token.ts';

/**
 * The mail with a payment link. One that goes out late is true all the same: the page of the link says what is to be paid.
 *
 * @throws AppError NOT_FOUND
 */
export async function composePayLinkEmail(chargeId: string): Promise<EmailContent> {
  const { ride, charge } = await findCharge(chargeId);
  const now = new Date();
  const instant = (at: string) => `${formatDay(new Date(at), now)}, ${formatTimeWithZone(new Date(at))}`;
  const isFare = charge.kind === 'booking';
  const title = isFare ? 'Please pay for your ride' : 'A further charge for your ride';
  return {
    to: ride.customerEmail,
    subject: `${title}: ${formatCents(charge.amountCents)}`,
    title,
    parts: [
      {
        kind: 'text',
        text: isFare
          ? 'We hold your ride for you. Drivers see it once it is paid.'
          : `Something was added to your ride: ${charge.reason}`,
      },
      {
        kind: 'rows',
        rows: [
          ['To pay', formatCents(charge.amountCents)],
          ...(isFare ? [['Held until', instant(ride.payBy)] as const] : []),
          ['Pickup time', instant(ride.scheduledAt)],
          ['From', ride.pickupLocation],
          ['To', ride.dropoffLocation],
          ['Vehicle', vehicleName(ride.rideType)],
          ['Reference', rideReference(ride.id)],
        ],
      },
      { kind: 'link', label: `Pay ${formatCents(charge.amountCents)}`, href: payLinkUrl(chargeId) },
      { kind: 'text', text: 'You pay on the page of our payment provider; we never see your card number.' },
    ],
  };
}

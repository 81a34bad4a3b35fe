import type { CalendarMethod } from '../../infra/calendar-file.ts';
import type { EmailContent, EmailPart } from '../../mail/email-content.ts';
import { findUndeleted, presentAddress } from '../../users/close-account.ts';
import { awaitsPassword } from '../../users/invitations.ts';
import type { RideRecord } from '../ride-model.ts';
import { formatBooking, note, pickupMoment, referenceRow } from './email-parts.ts';
import { mailedCalendar } from './ride-calendar.ts';

/** An email about a ride, before the recipient is known. */
export interface RideEmail extends Omit<EmailContent, 'to' | 'version' | 'calendar'> {
  /** How it changes the recipient's calendar. */
  calendar?: Exclude<CalendarMethod, 'PUBLISH'>;
}

/**
 * Addresses an email about a ride to its rider's account, never to the address typed into the booking. While
 * the account's address is unconfirmed, it may belong to another person: the mail then contains no typed
 * text.
 *
 * @returns null when the account is deleted. A closed account whose deletion is not decided yet may be
 * reopened, and still gets mail
 */
export async function toRider(ride: RideRecord, email: RideEmail): Promise<EmailContent | null> {
  const rider = await findUndeleted(ride.riderId);
  if (!rider) return null;
  const to = rider.email;
  // An account without a password was created for a booking by phone, so all text was typed by staff.
  const isWhole = rider.emailConfirmedAt !== null || (await awaitsPassword(rider.id));
  if (!isWhole) return withoutTypedText(ride, email, to);
  const { calendar, ...content } = email;
  const { version } = ride;
  return { to, version, ...content, ...(calendar && { calendar: mailedCalendar(ride, calendar, to) }) };
}

/** Parts without any text typed by a rider. */
const OURS: ReadonlySet<EmailPart['kind']> = new Set(['total', 'driver', 'link']);

/** Keeps subject, preview and title, which never contain typed text. */
const withoutTypedText = (ride: RideRecord, email: RideEmail, to: string): EmailContent => ({
  to,
  version: ride.version,
  subject: email.subject,
  ...(email.preview && { preview: email.preview }),
  title: email.title,
  parts: [
    {
      kind: 'rows',
      rows: [['Pickup', pickupMoment(ride)], ['Booking', formatBooking(ride)], referenceRow(ride)],
    },
    ...email.parts.filter(({ kind }) => OURS.has(kind)),
    note(
      'Places and names are left out while this address is not confirmed. Sign in, and request a confirmation link in your account.',
    ),
    note(
      'If you did not book a ride with us, someone mistyped their address, and you can ignore this email.',
    ),
  ],
});

/**
 * Returns the address of a ride's rider; null when the account is deleted. For a ride without an account, the
 * one typed into the booking.
 */
export const riderAddress = ({ riderId, customerEmail }: RideRecord): Promise<string | null> =>
  presentAddress(riderId, customerEmail);

import type { CalendarMethod } from '../../infra/calendar-file.ts';
import type { EmailContent, EmailPart } from '../../mail/email-content.ts';
import { findUser } from '../../users/accounts.ts';
import { findAccount } from '../../users/close-account.ts';
import { awaitsPassword } from '../../users/invitations.ts';
import type { RideRecord } from '../ride-model.ts';
import { bookingInWords, note, pickupMoment, referenceRow } from './email-parts.ts';
import { mailedCalendar } from './ride-calendar.ts';

/** An email about a ride, before it is known whose mailbox it goes to. */
export interface RideEmail extends Omit<EmailContent, 'to' | 'calendar'> {
  /** What it does to its reader's calendar. */
  calendar?: Exclude<CalendarMethod, 'PUBLISH'>;
}

/**
 * Addresses an email about a ride to its rider's account, and never to what was typed into the booking. Until that address is
 * confirmed it may be anybody's: then the mail has nothing in it that was typed.
 *
 * @returns null where the account is deleted
 */
export async function toRider(ride: RideRecord, email: RideEmail): Promise<EmailContent | null> {
  const rider = await findUser(ride.riderId);
  // One that is closed and not decided yet may be opened again.
  if (!rider || (await findAccount(rider.id)).deletion?.decidedAt) return null;
  const to = rider.email;
  // Of who cannot sign in yet every word is our staff's, who booked by phone.
  const isWhole = rider.emailConfirmedAt !== null || (await awaitsPassword(rider.id));
  if (!isWhole) return withoutWords(ride, email, to);
  const { calendar, ...content } = email;
  return { to, ...content, ...(calendar && { calendar: mailedCalendar(ride, calendar, to) }) };
}

/** The parts that are made of our own words and figures, with nothing that a rider typed. */
const OURS: ReadonlySet<EmailPart['kind']> = new Set(['total', 'driver', 'link']);

/** Subject, preview and title have no typed text in them anyway. */
const withoutWords = (ride: RideRecord, email: RideEmail, to: string): EmailContent => ({
  to,
  subject: email.subject,
  ...(email.preview && { preview: email.preview }),
  title: email.title,
  parts: [
    {
      kind: 'rows',
      rows: [['Pickup', pickupMoment(ride)], ['Booking', bookingInWords(ride)], referenceRow(ride)],
    },
    ...email.parts.filter(({ kind }) => OURS.has(kind)),
    note(
      'Places and names are left out while this address is not confirmed. Sign in, and have the link for that sent from your account.',
    ),
    note('You booked no ride with us? Then somebody mistyped their address, and you need do nothing.'),
  ],
});

/** The address of a ride's rider; what was typed into the booking where the account is gone. */
export const riderAddress = async ({ riderId, customerEmail }: RideRecord): Promise<string> =>
  (await findUser(riderId))?.email ?? customerEmail;

import { lastDigits } from '#common/users/phone.ts';
import { findUser } from '../../users/accounts.ts';
import { mailboxOf } from '../../users/mailbox-of.ts';
import type { RideRecord } from '../ride-model.ts';

type BookedRide = Pick<RideRecord, 'riderId' | 'customerEmail' | 'customerPhone' | 'passenger'>;

/** The mailboxes and phone numbers of the people a ride is booked by and for. */
interface Booker {
  mailboxes: ReadonlySet<string>;
  phones: ReadonlySet<string>;
}

/** Collects the mailboxes and phone numbers of a ride's account, customer and passenger. */
export async function bookerOf(ride: BookedRide): Promise<Booker> {
  const account = await findUser(ride.riderId);
  const emails = [account?.email, ride.customerEmail];
  const phones = [account?.phone, ride.customerPhone, ride.passenger?.phone];
  return {
    mailboxes: new Set(emails.flatMap((email) => (email ? [mailboxOf(email)] : []))),
    phones: new Set(phones.flatMap((phone) => (phone ? [lastDigits(phone)] : []))),
  };
}

/**
 * Whether a driver is the person a ride is booked by or for, under another account: a mailbox or phone number
 * is the same. Prevents drivers from being paid for driving themselves and from turning promo codes into a
 * driver's share.
 */
export const isOwnRide = (
  { mailboxes, phones }: Booker,
  { email, phone }: { email: string; phone: string | null },
): boolean => mailboxes.has(mailboxOf(email)) || (phone !== null && phones.has(lastDigits(phone)));

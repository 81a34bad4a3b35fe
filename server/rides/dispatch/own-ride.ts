import { lastDigits } from '#common/users/phone.ts';
import { findUser } from '../../users/accounts.ts';
import { mailboxOf } from '../../users/mailbox-of.ts';
import type { RideRecord } from '../ride-model.ts';

type BookedRide = Pick<RideRecord, 'riderId' | 'customerEmail' | 'customerPhone' | 'passenger'>;

/** Who a ride is booked by and for. */
export interface Booker {
  mailboxes: ReadonlySet<string>;
  phones: ReadonlySet<string>;
}

/** By which mailboxes and phones those can be told whom a ride belongs to: its account, its customer, its passenger. */
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
 * Whether a driver is the person a ride is booked by or for, under another account: a mailbox or a phone is the
 * same. Nobody is paid for driving themselves, or could turn promo codes into a driver's share.
 */
export const isOwnRide = (
  { mailboxes, phones }: Booker,
  { email, phone }: { email: string; phone: string | null },
): boolean => mailboxes.has(mailboxOf(email)) || (phone !== null && phones.has(lastDigits(phone)));

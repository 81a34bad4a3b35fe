import { createHmac } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { env } from '../env.ts';
import { findUser } from './accounts.ts';

/** Identifies a rider to promos: accounts with the same mailbox or the same phone are one person. */
export async function identifyRider(riderId: string): Promise<{ riderKey: string; phone: string | null }> {
  const rider = await findUser(riderId);
  return rider
    ? { riderKey: mailboxOf(rider.email), phone: rider.phone }
    : { riderKey: riderId, phone: null };
}

/**
 * What stays of a rider's mailbox once their account is deleted: nobody can read the mailbox from it, but a rider who comes back with
 * it is known to have used a code for first rides.
 */
export const erasedKeyOf = (riderKey: string): string =>
  riderKey.startsWith(ERASED)
    ? riderKey
    : ERASED + createHmac('sha256', env.SESSION_SECRET).update(`rider-key:${riderKey}`).digest('base64url');

const ERASED = 'erased:';

/** The keys by which a rider's earlier rides and uses are found, those of deleted accounts with the same mailbox included. */
export const keysOf = (riderKey: string): string[] => [riderKey, erasedKeyOf(riderKey)];

/**
 * The mailbox behind an email address, the same for every spelling of it: lower case, without what follows a
 * plus, without quotes and, at Google, without dots; the domain in ASCII, as it is looked up.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = domainOf(email.slice(at + 1));
  const [name = ''] = email.slice(0, at).replace(/["\\]/g, '').toLowerCase().split('+');
  return DOTLESS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/** A domain as mail servers look it up; a malformed one stays as it is. */
const domainOf = (typed: string): string => (domainToASCII(typed) || typed.toLowerCase()).replace(/\.$/, '');

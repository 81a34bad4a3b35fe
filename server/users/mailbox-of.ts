import { domainToASCII } from 'node:url';
import { findUser } from './accounts.ts';

/** Identifies a rider to promos: whoever reads one mailbox is one person, however many accounts there are. */
export async function riderKeyOf(riderId: string): Promise<string> {
  const rider = await findUser(riderId);
  return rider ? mailboxOf(rider.email) : riderId;
}

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

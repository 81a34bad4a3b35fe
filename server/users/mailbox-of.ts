import { createHmac } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { env } from '../env.ts';
import { findUser } from './accounts.ts';
import { type UserDoc, UserModel } from './user-model.ts';

/** The mailbox of a rider, which what they book is stored with, and their phone. */
export async function identifyRider(riderId: string): Promise<{ riderKey: string; phone: string | null }> {
  const rider = await findUser(riderId);
  return rider
    ? { riderKey: mailboxOf(rider.email), phone: rider.phone }
    : { riderKey: riderId, phone: null };
}

/** A rider as promos know them: accounts with the same mailbox are one person, and an account stays the same by another address. */
export interface RiderIdentity {
  /** The account, then deleted ones that had one of its mailboxes. */
  riderIds: string[];
  /** The mailbox of the account. */
  riderKey: string;
  /** Its mailboxes before that one, and what stays of those that the deleted accounts had. */
  formerKeys: string[];
}

/** Identifies a rider to promos. */
export async function identityOf(riderId: string): Promise<RiderIdentity> {
  const rider = await UserModel.findById(riderId).lean<UserDoc>();
  if (!rider) return { riderIds: [riderId], riderKey: riderId, formerKeys: [] };
  const riderKey = mailboxOf(rider.email);
  const mailboxes = (rider.formerEmails ?? []).map(({ email }) => mailboxOf(email));
  const deleted = await UserModel.find(
    { erasedKeys: { $in: [riderKey, ...mailboxes].map(erasedKeyOf) } },
    { erasedKeys: 1 },
  ).lean<Pick<UserDoc, '_id' | 'erasedKeys'>[]>();
  return {
    riderIds: [riderId, ...deleted.map(({ _id }) => _id.toHexString())],
    riderKey,
    formerKeys: [...mailboxes, ...deleted.flatMap(({ erasedKeys = [] }) => erasedKeys)],
  };
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

type Mailboxes = Pick<RiderIdentity, 'riderKey' | 'formerKeys'>;

/** What stays of each mailbox of a rider. */
export const erasedKeysOf = ({ riderKey, formerKeys }: Mailboxes): string[] => [
  ...new Set([riderKey, ...formerKeys].map(erasedKeyOf)),
];

/** The keys by which a rider's earlier rides and uses are found, those of deleted accounts with the same mailboxes included. */
export const keysOf = (mailboxes: Mailboxes): string[] => [
  ...new Set([mailboxes.riderKey, ...mailboxes.formerKeys, ...erasedKeysOf(mailboxes)]),
];

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

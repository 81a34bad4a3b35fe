import { domainToASCII } from 'node:url';
import { sessionHmac } from '../crypto/session-hmac.ts';
import { findUser } from './accounts.ts';
import { type UserDoc, UserModel } from './user-model.ts';

/** Returns a rider's phone number and the mailbox key that their bookings are stored with. */
export async function findRiderKeyAndPhone(
  riderId: string,
): Promise<{ riderKey: string; phone: string | null }> {
  const rider = await findUser(riderId);
  return rider
    ? { riderKey: mailboxOf(rider.email), phone: rider.phone }
    : { riderKey: riderId, phone: null };
}

/**
 * A rider's identity in promos. Accounts with the same mailbox count as one person, and an account keeps its
 * identity when its address changes.
 */
export interface RiderIdentity {
  /** The account, followed by deleted accounts that had one of its mailboxes. */
  riderIds: string[];
  /** The account's present mailbox. */
  riderKey: string;
  /** The account's former mailboxes, and the digests kept of the deleted accounts' mailboxes. */
  formerKeys: string[];
}

/** Returns a rider's identity in promos. */
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
 * Returns the digest kept of a mailbox after its account is deleted. It cannot be reversed, but recognizes a
 * returning rider who has already used a first-ride promo code.
 */
export const erasedKeyOf = (riderKey: string): string =>
  riderKey.startsWith(ERASED) ? riderKey : ERASED + sessionHmac('rider-key', riderKey).toString('base64url');

const ERASED = 'erased:';

type Mailboxes = Pick<RiderIdentity, 'riderKey' | 'formerKeys'>;

/** Returns the digest of each of a rider's mailboxes. */
export const erasedKeysOf = ({ riderKey, formerKeys }: Mailboxes): string[] => [
  ...new Set([riderKey, ...formerKeys].map(erasedKeyOf)),
];

/**
 * Returns all keys under which the rider's earlier rides and promo uses may be stored, including those of
 * deleted accounts with the same mailboxes.
 */
export const keysOf = (mailboxes: Mailboxes): string[] => [
  ...new Set([mailboxes.riderKey, ...mailboxes.formerKeys, ...erasedKeysOf(mailboxes)]),
];

/**
 * Normalizes an email address to its mailbox, so that all spellings compare equal: lower case, without a plus
 * suffix or quotes, without dots at Google, and with the domain in ASCII (punycode).
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = domainOf(email.slice(at + 1));
  const [name = ''] = email.slice(0, at).replace(/["\\]/g, '').toLowerCase().split('+');
  return DOTLESS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/** Returns a domain in ASCII, without a trailing dot. A malformed one is only lower-cased. */
const domainOf = (typed: string): string => (domainToASCII(typed) || typed.toLowerCase()).replace(/\.$/, '');

import type { PromoTerms } from '#common/promos/promo.ts';
import { lastDigits } from '#common/users/phone.ts';
import { sessionHmac } from '../crypto/session-hmac.ts';
import { erasedKeyOf, erasedKeysOf, identityOf, keysOf, type RiderIdentity } from '../users/mailbox-of.ts';
import { type PromoDoc, PromoModel, type RedemptionDoc, RedemptionModel } from './promo-model.ts';

/** What identifies a rider for promo limits before anything is paid. */
export interface PromoRider {
  /** The account, which also stands for its current and former mailboxes. */
  riderId: string;
  /** Phones of account and booking, as typed. */
  phones: readonly string[];
}

/**
 * The use numbers that a use takes, as stored: one for each key of the rider, from 1 to the limit. Each is
 * unique.
 */
type UseNumbers = Pick<RedemptionDoc, 'riderKey' | 'slot' | 'riders' | 'phones' | 'firstRide'>;

type Use = UseNumbers & Pick<RedemptionDoc, 'promoId' | 'rideId' | 'card' | 'state'>;

/** How often a rider may use a promo; null means unlimited. All first-ride codes share one use. */
export const usesPerRider = ({
  firstRideOnly,
  perRider,
}: Pick<PromoTerms, 'firstRideOnly' | 'perRider'>): number | null => (firstRideOnly ? 1 : perRider);

/**
 * Checks the uses of a promo by a rider, including those by other accounts with one of the rider's mailboxes
 * or phones.
 *
 * @returns the reason for the rider why none is left; null if one is
 */
export async function riderUsesRefusal(promo: PromoDoc, rider: PromoRider): Promise<string | null> {
  const most = usesPerRider(promo);
  if (most === null) return null;
  const { ofRider, ofPhones } = await findUses(promo, most, {
    ...rider,
    ...(await identityOf(rider.riderId)),
  });
  const spent = [ofRider, ...ofPhones].find((uses) => uses.length >= most);
  if (!spent) return null;
  const isOther = spent.every(({ promoId }) => promoId !== promo._id.toHexString());
  const code = isOther ? 'a promo code for a first ride' : 'this promo code';
  return spent.some(({ state }) => state === 'held')
    ? `Another unpaid ride of yours is using ${code}`
    : `You have already used ${code}`;
}

/**
 * Finds a free use number for each key of a rider and for each phone. Every use by the rider counts for each
 * of their keys. So concurrent bookings by one account, or by two that share a mailbox, cannot exceed the
 * limit.
 *
 * @returns null if a key or a phone has none left
 */
export async function freeUseNumbers(
  promo: PromoDoc,
  rideId: string,
  rider: PromoRider,
): Promise<UseNumbers | null> {
  const identity = await identityOf(rider.riderId);
  const { riderKey } = identity;
  const most = usesPerRider(promo);
  if (most === null) return { riderKey, slot: rideId };
  const { ofRider, ofPhones } = await findUses(promo, most, { ...rider, ...identity });
  if (ofRider.length >= most) return null;
  const riders = riderKeysOf(identity).flatMap((key) => freeUseNumberOf(key, ofRider, most) ?? []);
  const slot = numbersUpTo(most).find((each) => riders.includes(`${erasedKeyOf(riderKey)} ${each}`));
  const phones = phoneDigests(rider).map((digest, index) => {
    const taken = ofPhones[index]?.flatMap((use) => use.phones ?? []);
    return numbersOf(digest, most).find((each) => !taken?.includes(each));
  });
  const free = phones.filter((each) => each !== undefined);
  if (!slot || free.length < phones.length) return null;
  return {
    riderKey,
    slot,
    riders,
    phones: free,
    ...(promo.firstRideOnly && { firstRide: [...riders, ...free] }),
  };
}

/** Returns the keys by which a rider's uses are counted: account ids, and digests of mailboxes. */
const riderKeysOf = (identity: RiderIdentity): string[] => [...identity.riderIds, ...erasedKeysOf(identity)];

/**
 * Finds the first free use number of one of a rider's keys. Uses of the rider that hold none of this key
 * reduce how many it has.
 */
function freeUseNumberOf(key: string, uses: readonly Use[], most: number): string | undefined {
  const ofKey = numbersOf(key, most);
  const taken = uses.flatMap((use) => numbersTakenBy(use).find((each) => ofKey.includes(each)) ?? []);
  return ofKey.slice(0, most - (uses.length - taken.length)).find((each) => !taken.includes(each));
}

/** A use stored before accounts were counted only takes a use number of its mailbox. */
const numbersTakenBy = ({ riderKey, slot, riders = [] }: Use): string[] => [
  ...riders,
  `${erasedKeyOf(riderKey)} ${slot}`,
];

/**
 * Finds the use number of a bank card for a ride's use of a limited promo: the one it already has, or the
 * first free one.
 *
 * @returns the fields to store; null if the card has none left
 */
export async function freeUseNumberOfCard(
  promo: PromoDoc,
  rideId: string,
  fingerprint: string,
): Promise<Pick<RedemptionDoc, 'card' | 'firstRide'> | null> {
  const ofCard = numbersOf(digestOf('card', fingerprint), usesPerRider(promo) ?? 0);
  const promoId = { $in: await countedTogether(promo) };
  const uses = await RedemptionModel.find({
    $or: [
      { rideId },
      { promoId, card: { $in: ofCard } },
      ...(promo.firstRideOnly ? [{ firstRide: { $in: ofCard } }] : []),
    ],
  }).lean<Use[]>();
  const own = uses.find((use) => use.rideId === rideId);
  const others = uses.filter((use) => use !== own);
  const card =
    ofCard.find((each) => each === own?.card) ??
    ofCard.find((each) => others.every((use) => use.card !== each));
  if (!card) return null;
  const { riders = [], phones = [], firstRide } = own ?? {};
  return { card, ...(firstRide && { firstRide: [...riders, ...phones, card] }) };
}

/**
 * Finds the uses of a promo by a rider and by each phone. For a first-ride promo, the uses of all first-ride
 * promos.
 */
async function findUses(promo: PromoDoc, most: number, rider: RiderIdentity & Pick<PromoRider, 'phones'>) {
  const [keys, riders] = [keysOf(rider), riderKeysOf(rider).flatMap((key) => numbersOf(key, most))];
  const phones = phoneDigests(rider).map((digest) => numbersOf(digest, most));
  const promoId = { $in: await countedTogether(promo) };
  const uses = await RedemptionModel.find({
    $or: [
      { promoId, riderKey: { $in: keys } },
      { promoId, riders: { $in: riders } },
      { promoId, phones: { $in: phones.flat() } },
      ...(promo.firstRideOnly ? [{ firstRide: { $in: [...riders, ...phones.flat()] } }] : []),
    ],
  }).lean<Use[]>();
  return {
    ofRider: uses.filter((use) => keys.includes(use.riderKey) || isAny(use.riders, riders)),
    ofPhones: phones.map((phone) => uses.filter((use) => isAny(use.phones, phone))),
  };
}

/**
 * Returns the ids of the promos whose uses count together: for a first-ride promo, all first-ride promos.
 * This also covers uses stored before the field `firstRide` existed.
 */
async function countedTogether({ _id, firstRideOnly }: PromoDoc): Promise<string[]> {
  const others = firstRideOnly
    ? await PromoModel.find({ firstRideOnly }, { _id: 1 }).lean<Pick<PromoDoc, '_id'>[]>()
    : [];
  return [_id, ...others.map((other) => other._id)].map((id) => id.toHexString());
}

const isAny = (taken: readonly string[] | undefined, wanted: readonly string[]): boolean =>
  taken?.some((each) => wanted.includes(each)) ?? false;

const phoneDigests = ({ phones }: Pick<PromoRider, 'phones'>): string[] =>
  [...new Set(phones.map(lastDigits))].map((digits) => digestOf('phone', digits));

const numbersUpTo = (most: number): string[] => Array.from({ length: most }, (_, index) => `${index + 1}`);

const numbersOf = (key: string, most: number): string[] => numbersUpTo(most).map((each) => `${key} ${each}`);

/** Pseudonymizes phones and cards. Keyed by a secret, since phone numbers are few enough to be tried. */
const digestOf = (kind: 'phone' | 'card', value: string): string =>
  sessionHmac(`promo ${kind}`, value).toString('base64url').slice(0, 22);

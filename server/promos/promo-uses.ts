import { createHmac } from 'node:crypto';
import type { PromoTerms } from '#common/promos/promo.ts';
import { lastDigits } from '#common/users/phone.ts';
import { env } from '../env.ts';
import { keysOf } from '../users/mailbox-of.ts';
import { type PromoDoc, type RedemptionDoc, RedemptionModel } from './promo-model.ts';

/** By what a promo knows a rider before anything is paid. */
export interface PromoRider {
  /** The account's mailbox. */
  riderKey: string;
  /** Phones of account and booking, as typed. */
  phones: readonly string[];
}

/** Which of its uses of a promo a rider and each of its phones take; those of a phone as they are stored. */
export interface PromoSlots {
  slot: string;
  phones?: string[];
}

type Use = Pick<RedemptionDoc, 'rideId' | 'riderKey' | 'slot' | 'phones' | 'card' | 'state'>;

/**
 * How often a rider may use a promo; null is unlimited. There is one first ride, though several may wait for
 * their payment.
 */
export const usesPerRider = ({
  firstRideOnly,
  perRider,
}: Pick<PromoTerms, 'firstRideOnly' | 'perRider'>): number | null => (firstRideOnly ? 1 : perRider);

/**
 * Checks the uses of a promo by a rider, under this account or another with one of its phones.
 *
 * @returns why there is none left, in words for the rider; null when there is
 */
export async function riderUsesRefusal(promo: PromoDoc, rider: PromoRider): Promise<string | null> {
  const most = usesPerRider(promo);
  if (most === null) return null;
  const spent = (await usesByKey(promo, most, rider)).find((uses) => uses.length >= most);
  if (!spent) return null;
  return spent.some(({ state }) => state === 'held')
    ? 'Another ride of yours that is not paid yet holds this promo code'
    : 'You have already used this promo code';
}

/** The first slots that a rider and its phones have free, of a promo whose uses are counted; null when one has none. */
export async function freeSlots(
  promo: PromoDoc,
  rideId: string,
  rider: PromoRider,
): Promise<PromoSlots | null> {
  const most = usesPerRider(promo);
  if (most === null) return { slot: rideId };
  const [ofRider = [], ...ofPhones] = await usesByKey(promo, most, rider);
  const slot = slots(most).find((each) => ofRider.every((use) => use.slot !== each));
  const phones = phoneDigests(rider).map((digest, index) => {
    const taken = ofPhones[index]?.flatMap((use) => use.phones ?? []);
    return slotsOf(digest, most).find((each) => !taken?.includes(each));
  });
  const free = phones.filter((each) => each !== undefined);
  return slot && free.length === phones.length ? { slot, phones: free } : null;
}

/**
 * The slot of a bank card for a ride's use of a promo: the one it has, or the first that is free; null when the card has
 * none left.
 */
export async function freeCardSlot(
  { promoId, rideId, most }: { promoId: string; rideId: string; most: number },
  fingerprint: string,
): Promise<string | null> {
  const ofCard = slotsOf(digestOf('card', fingerprint), most);
  const uses = await RedemptionModel.find({ promoId, card: { $in: ofCard } }).lean<Use[]>();
  const own = uses.find((use) => use.rideId === rideId);
  return own?.card ?? ofCard.find((each) => uses.every(({ card }) => card !== each)) ?? null;
}

/** The uses of a promo by a rider's mailbox, then by each of its phones. */
async function usesByKey(promo: PromoDoc, most: number, rider: PromoRider): Promise<Use[][]> {
  const promoId = promo._id.toHexString();
  const ofPhones = phoneDigests(rider).map((digest) => slotsOf(digest, most));
  const ofRider = keysOf(rider.riderKey);
  const uses = await RedemptionModel.find({
    promoId,
    $or: [{ riderKey: { $in: ofRider } }, { phones: { $in: ofPhones.flat() } }],
  }).lean<Use[]>();
  return [
    uses.filter(({ riderKey }) => ofRider.includes(riderKey)),
    ...ofPhones.map((phone) => uses.filter(({ phones }) => phones?.some((each) => phone.includes(each)))),
  ];
}

const phoneDigests = ({ phones }: PromoRider): string[] =>
  [...new Set(phones.map(lastDigits))].map((digits) => digestOf('phone', digits));

const slots = (most: number): string[] => Array.from({ length: most }, (_, index) => `${index + 1}`);

const slotsOf = (digest: string, most: number): string[] => slots(most).map((slot) => `${digest} ${slot}`);

/** Tells phones and cards apart without storing them; with a secret, since there are few phone numbers. */
const digestOf = (kind: 'phone' | 'card', value: string): string =>
  createHmac('sha256', env.SESSION_SECRET).update(`promo ${kind}:${value}`).digest('base64url').slice(0, 22);

import { isDuplicateKey } from '../infra/mongo.ts';
import { findPromo, UNKNOWN_PROMO, USED_UP } from './check-promo.ts';
import { type PromoDoc, PromoModel, type RedemptionDoc, RedemptionModel } from './promo-model.ts';
import {
  freeUseNumberOfCard,
  freeUseNumbers,
  type PromoRider,
  riderUsesRefusal,
  usesPerRider,
} from './promo-uses.ts';

/** A ride and the promo it uses. */
export interface RideWithPromo {
  promoId: string;
  rideId: string;
}

interface NewHold extends RideWithPromo, PromoRider {
  /** The latest time by which the ride is paid or cancelled. */
  until: Date;
}

/**
 * Holds one use of a promo for a ride: first from the total cap, then from the rider's own uses, counted by
 * account, mailboxes and phones. The database enforces both limits, even for concurrent calls.
 *
 * @returns the reason for the rider why none is left; null if it is held
 */
export async function holdPromo(hold: NewHold): Promise<string | null> {
  const { promoId, rideId, until } = hold;
  const promo = await findPromo(promoId);
  if (!promo) return UNKNOWN_PROMO;
  const { modifiedCount } = await PromoModel.updateOne(
    {
      _id: promoId,
      'holds.rideId': { $ne: rideId },
      // Guards against an admin changing the cap concurrently.
      totalCap: promo.totalCap,
      ...(promo.totalCap !== null && { uses: { $lt: promo.totalCap } }),
    },
    { $inc: { uses: 1 }, $push: { holds: { rideId, until } } },
  );
  if (modifiedCount === 0) {
    const hasNewCap = (await findPromo(promoId))?.totalCap !== promo.totalCap;
    return hasNewCap ? holdPromo(hold) : USED_UP;
  }
  if (await takeUseNumbers(promo, hold)) return null;

  await releasePromo({ promoId, rideId });
  return (await riderUsesRefusal(promo, hold)) ?? USED_UP;
}

/**
 * Attempts to take a use number that concurrent calls may take first. Each lost attempt means that one less
 * is left.
 */
const TRIES = 50;

/** Takes a use number of the account, of each mailbox and of each phone in one statement, or none at all. */
async function takeUseNumbers(promo: PromoDoc, { riderId, phones, rideId }: NewHold): Promise<boolean> {
  const promoId = promo._id.toHexString();
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const free = await freeUseNumbers(promo, rideId, { riderId, phones });
    if (!free) return false;
    try {
      await RedemptionModel.create({ promoId, ...free, rideId, state: 'held' });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
  return false;
}

/**
 * Counts a ride's held use of a promo for the bank card that is about to pay, replacing a card named earlier.
 * The database enforces the limit for one card over all accounts.
 *
 * @param card its fingerprint at Stripe
 * @returns whether the card has a use left
 */
export const holdPromoForCard = (ride: RideWithPromo, card: string): Promise<boolean> =>
  writeUse(ride, card, {});

/**
 * Updates a ride's held use of a promo, together with the use number of its card if uses are limited.
 *
 * @returns false if the card has none left
 */
async function writeUse(
  { promoId, rideId }: RideWithPromo,
  card: string | null,
  patch: Partial<Pick<RedemptionDoc, 'state'>>,
): Promise<boolean> {
  const promo = card && (await findPromo(promoId));
  const counted = promo && usesPerRider(promo) !== null ? promo : null;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const used = card && counted ? await freeUseNumberOfCard(counted, rideId, card) : {};
    if (!used) return false;
    try {
      await RedemptionModel.updateOne({ rideId, state: 'held' }, { $set: { ...patch, ...used } });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
  return false;
}

/** Outcome of capturing a use: `expired` if it is no longer held. */
export type CaptureOutcome = 'captured' | 'expired' | 'card-used';

/**
 * Captures a ride's use of a promo. Idempotent.
 *
 * @param card the fingerprint of the bank card that paid, which is counted as well; null without a card
 */
export async function capturePromo(
  { promoId, rideId }: RideWithPromo,
  card: string | null,
): Promise<CaptureOutcome> {
  const isFree = await writeUse({ promoId, rideId }, card, { state: 'captured' });
  const isCaptured = (await RedemptionModel.exists({ rideId, state: 'captured' })) !== null;
  if (isCaptured) await PromoModel.updateOne({ _id: promoId }, { $pull: { holds: { rideId } } });
  if (isCaptured) return 'captured';
  return isFree ? 'expired' : 'card-used';
}

/**
 * Releases a cancelled ride's use of a promo, held or captured. Idempotent: the next call completes an
 * interrupted one. Only a crash between the two writes that release a captured use leaves it counted, which
 * `findPromoDifferences` reports.
 */
export async function releasePromo({ promoId, rideId }: RideWithPromo): Promise<void> {
  const redemption = await RedemptionModel.findOneAndDelete({ rideId }).lean<RedemptionDoc>();
  const { modifiedCount } = await PromoModel.updateOne(
    { _id: promoId, 'holds.rideId': rideId },
    { $pull: { holds: { rideId } }, $inc: { uses: -1 } },
  );
  if (modifiedCount === 0 && redemption?.state === 'captured') {
    await PromoModel.updateOne({ _id: promoId }, { $inc: { uses: -1 } });
  }
}

/** Returns the holds of all promos, with `until`, oldest first. */
export async function listPromoHolds(): Promise<(RideWithPromo & Pick<NewHold, 'until'>)[]> {
  const promos = await PromoModel.find({ 'holds.until': { $gt: new Date(0) } }, { holds: 1 })
    .sort({ 'holds.until': 1, _id: 1 })
    .lean<Pick<PromoDoc, '_id' | 'holds'>[]>();
  return promos.flatMap(({ _id, holds }) => holds.map((hold) => ({ ...hold, promoId: _id.toHexString() })));
}

import { isDuplicateKey } from '../infra/mongo.ts';
import { findPromo, UNKNOWN_PROMO, USED_UP } from './check-promo.ts';
import { type PromoDoc, PromoModel, type RedemptionDoc, RedemptionModel } from './promo-model.ts';
import { freeCardSlot, freeSlots, type PromoRider, riderUsesRefusal, usesPerRider } from './promo-uses.ts';

/** A ride, and the promo it uses. */
export interface RideWithPromo {
  promoId: string;
  rideId: string;
}

interface NewHold extends RideWithPromo, PromoRider {
  /** When the ride is paid or cancelled at the latest. */
  until: Date;
}

/**
 * Holds one use of a promo for a ride: first of the total cap, then of the rider's own, by account, mailboxes and phones at once. The database
 * guards both, so that of many concurrent calls only as many succeed as there are uses.
 *
 * @returns why there is none, in words for the rider; null when it is held
 */
export async function holdPromo(hold: NewHold): Promise<string | null> {
  const { promoId, rideId, until } = hold;
  const promo = await findPromo(promoId);
  if (!promo) return UNKNOWN_PROMO;
  const { modifiedCount } = await PromoModel.updateOne(
    {
      _id: promoId,
      'holds.rideId': { $ne: rideId },
      // The cap that the count is held against; an admin may be lowering it.
      totalCap: promo.totalCap,
      ...(promo.totalCap !== null && { uses: { $lt: promo.totalCap } }),
    },
    { $inc: { uses: 1 }, $push: { holds: { rideId, until } } },
  );
  if (modifiedCount === 0) {
    const hasNewCap = (await findPromo(promoId))?.totalCap !== promo.totalCap;
    return hasNewCap ? holdPromo(hold) : USED_UP;
  }
  if (await takeSlots(promo, hold)) return null;

  await releasePromo({ promoId, rideId });
  return (await riderUsesRefusal(promo, hold)) ?? USED_UP;
}

/** Tries at a slot that other calls take at the same time. Each time one is taken, there is one less to try for. */
const TRIES = 50;

/** Takes a slot of the account, of each mailbox and of each phone in one statement, or none. */
async function takeSlots(promo: PromoDoc, { riderId, phones, rideId }: NewHold): Promise<boolean> {
  const promoId = promo._id.toHexString();
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const free = await freeSlots(promo, rideId, { riderId, phones });
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
 * Counts a ride's held use of a promo for the bank card that is about to pay, in place of one named before. The database
 * guards it: of many accounts with one card only as many succeed as a rider has uses.
 *
 * @param card its fingerprint at Stripe
 * @returns whether the card has a use left
 */
export const holdPromoForCard = (ride: RideWithPromo, card: string): Promise<boolean> =>
  writeUse(ride, card, {});

/** Writes to a ride's held use of a promo, together with the slot of its card where uses are counted. */
async function writeUse(
  { promoId, rideId }: RideWithPromo,
  card: string | null,
  patch: Partial<Pick<RedemptionDoc, 'state'>>,
): Promise<boolean> {
  const promo = card && (await findPromo(promoId));
  const counted = promo && usesPerRider(promo) !== null ? promo : null;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const slot = card && counted ? await freeCardSlot(counted, rideId, card) : {};
    if (!slot) return false;
    try {
      await RedemptionModel.updateOne({ rideId, state: 'held' }, { $set: { ...patch, ...slot } });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
  return false;
}

/** What became of a hold that was to be captured: `expired` when it is not held any more. */
export type CaptureOutcome = 'captured' | 'expired' | 'card-used';

/**
 * Captures a ride's use of a promo. Idempotent.
 *
 * @param card the fingerprint of the bank card that paid, which then has one use less; null without one
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
 * Releases the use of a promo by a cancelled ride, held or captured. Idempotent: what a crash leaves half
 * done, the next call completes. Only a crash between the two writes that release a captured use leaves it
 * counted, which the audit reports.
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

/**
 * Holds whose `until` is before `before`, oldest first: the outcome of their ride never reached the promo.
 */
export async function listOverduePromoHolds(before: Date): Promise<RideWithPromo[]> {
  const promos = await PromoModel.find({ 'holds.until': { $lt: before } }, { holds: 1 })
    .sort({ 'holds.until': 1, _id: 1 })
    .lean<Pick<PromoDoc, '_id' | 'holds'>[]>();
  return promos.flatMap(({ _id, holds }) =>
    holds.filter(({ until }) => until < before).map(({ rideId }) => ({ promoId: _id.toHexString(), rideId })),
  );
}

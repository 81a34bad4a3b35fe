import { isDuplicateKey } from '../infra/mongo.ts';
import { findPromo, riderUsesRefusal, UNKNOWN_PROMO, USED_UP, usesPerRider } from './check-promo.ts';
import { type PromoDoc, PromoModel, type RedemptionDoc, RedemptionModel } from './promo-model.ts';

/** A ride, and the promo it uses. */
export interface RideWithPromo {
  promoId: string;
  rideId: string;
}

interface NewHold extends RideWithPromo {
  riderKey: string;
  /** When the ride is paid or cancelled at the latest. */
  until: Date;
}

/**
 * Holds one use of a promo for a ride: first of the total cap, then of the rider's own. The database guards
 * both, so that of many concurrent calls only as many succeed as there are uses.
 *
 * @returns why there is none, in words for the rider; null when it is held
 */
export async function holdPromo(hold: NewHold): Promise<string | null> {
  const { promoId, rideId, riderKey, until } = hold;
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
  if (await takeSlot(promo, riderKey, rideId)) return null;

  await releasePromo({ promoId, rideId });
  return (await riderUsesRefusal(promo, riderKey)) ?? USED_UP;
}

/** Takes the first of a rider's slots that is free. */
async function takeSlot(promo: PromoDoc, riderKey: string, rideId: string): Promise<boolean> {
  const promoId = promo._id.toHexString();
  for (const slot of slotsOf(promo, rideId)) {
    try {
      await RedemptionModel.create({ promoId, riderKey, slot, rideId, state: 'held' });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
  return false;
}

function slotsOf(promo: PromoDoc, rideId: string): string[] {
  const uses = usesPerRider(promo);
  return uses === null ? [rideId] : Array.from({ length: uses }, (_, index) => `${index + 1}`);
}

/**
 * Captures a ride's use of a promo. Idempotent.
 *
 * @returns whether it is captured; false when it is not held any more
 */
export async function capturePromo({ promoId, rideId }: RideWithPromo): Promise<boolean> {
  await RedemptionModel.updateOne({ rideId, state: 'held' }, { $set: { state: 'captured' } });
  const isCaptured = (await RedemptionModel.exists({ rideId, state: 'captured' })) !== null;
  if (isCaptured) await PromoModel.updateOne({ _id: promoId }, { $pull: { holds: { rideId } } });
  return isCaptured;
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

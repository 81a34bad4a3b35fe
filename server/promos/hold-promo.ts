import { isDuplicateKey } from '../infra/mongo.ts';
import { findPromo } from './find-promo.ts';
import { type PromoDoc, PromoModel } from './promo-model.ts';
import { UNKNOWN_PROMO, USED_UP } from './promo-refusal.ts';
import { RedemptionModel } from './redemption-model.ts';
import { releasePromo } from './release-promo.ts';
import { riderUsesRefusal } from './rider-uses-refusal.ts';
import { usesPerRider } from './uses-per-rider.ts';

interface NewHold {
  promoId: string;
  rideId: string;
  riderKey: string;
  /** When the ride is settled or called off at the latest. */
  until: Date;
}

/**
 * Takes one use of a promo for a ride: first of all uses there are, then of the rider's own. Both are guarded by the database, so that
 * of many at once only as many get one as there are.
 *
 * @returns why there is none, in words for the rider; null when it is held
 */
export async function holdPromo({ promoId, rideId, riderKey, until }: NewHold): Promise<string | null> {
  const promo = await findPromo(promoId);
  if (!promo) return UNKNOWN_PROMO;
  const { modifiedCount } = await PromoModel.updateOne(
    {
      _id: promoId,
      'holds.rideId': { $ne: rideId },
      ...(promo.totalCap !== null && { uses: { $lt: promo.totalCap } }),
    },
    { $inc: { uses: 1 }, $push: { holds: { rideId, until } } },
  );
  if (modifiedCount === 0) return USED_UP;
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

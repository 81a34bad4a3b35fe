import { isDuplicateKey } from '../infra/mongo.ts';
import type { PersonalDataSource } from '../personal-data-source.ts';
import { erasedKeyOf } from '../users/mailbox-of.ts';
import { type PromoDoc, PromoModel, type RedemptionDoc, RedemptionModel } from './promo-model.ts';

/**
 * The uses of promo codes. They stay counted after erasure, so that deleting an account does not allow
 * another first ride.
 */
export const redemptionsData = {
  async read({ bookedIds }) {
    const uses = await RedemptionModel.find({ rideId: { $in: bookedIds } }).lean<RedemptionDoc[]>();
    const ids = uses.map(({ promoId }) => promoId);
    const promos = await PromoModel.find({ _id: { $in: ids } }, { code: 1 }).lean<PromoDoc[]>();
    const codes = new Map(promos.map(({ _id, code }) => [_id.toHexString(), code]));
    return {
      promoCodesUsed: uses.map(({ promoId, rideId, state }) => ({
        code: codes.get(promoId) ?? '',
        rideId,
        state,
      })),
    };
  },

  async erase({ bookedIds }) {
    const uses = await RedemptionModel.find({ rideId: { $in: bookedIds } }).lean<RedemptionDoc[]>();
    for (const { _id, riderKey, rideId } of uses) {
      const set = (patch: Partial<RedemptionDoc>) => RedemptionModel.updateOne({ _id }, { $set: patch });
      const erased = { riderKey: erasedKeyOf(riderKey) };
      await set(erased).catch((error: unknown) => {
        // A deleted earlier account with the same mailbox took this use number.
        if (isDuplicateKey(error)) return set({ ...erased, slot: rideId });
        throw error;
      });
    }
  },
} satisfies PersonalDataSource;

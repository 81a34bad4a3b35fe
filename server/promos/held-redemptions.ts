import type { Held } from '../held-data.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { erasedKeyOf } from '../users/mailbox-of.ts';
import { type PromoDoc, PromoModel, type RedemptionDoc, RedemptionModel } from './promo-model.ts';

/** Uses of promo codes. They stay counted, so that deleting an account makes no new first ride. */
export const heldRedemptions = {
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
        // An earlier account of the same mailbox had used this slot, and was deleted.
        if (isDuplicateKey(error)) return set({ ...erased, slot: rideId });
        throw error;
      });
    }
  },
} satisfies Held;

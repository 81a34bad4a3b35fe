import type { Cents } from '#common/money.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { GiftCardModel } from './gift-card-model.ts';
import { deriveCode, hashCode, hashRedemptionToken, redemptionTokenOf } from './gift-card-secrets.ts';

/** Issues the card of a paid purchase, under the purchase's own id: asked again, there is still one. */
export async function issueGiftCard(purchaseId: string, amountCents: Cents): Promise<void> {
  const symbols = deriveCode(purchaseId);
  try {
    await GiftCardModel.create({
      _id: purchaseId,
      codeHash: hashCode(symbols),
      passHash: hashRedemptionToken(redemptionTokenOf(purchaseId)),
      last4: symbols.slice(-4),
      balanceCents: amountCents,
      heldCents: 0,
      holds: [],
      captures: [],
      entries: [{ kind: 'issue', key: 'issue', amountCents, rideId: null, at: new Date() }],
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

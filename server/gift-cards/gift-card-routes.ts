import { INVALID_GIFT_CARD, VOIDED_GIFT_CARD } from '#common/gift-cards/code.ts';
import * as codes from '#common/gift-cards/gift-card-codes-api.ts';
import * as purchases from '#common/gift-cards/gift-card-purchases-api.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { requireConfirmedEmail } from '../users/email-confirmation.ts';
import { redemptionTokenOf } from './gift-card-codes.ts';
import { lookUpCard, presentStatement } from './look-up-card.ts';
import { awaitFulfilment, purchaseGiftCard } from './purchase-gift-card.ts';

export const giftCardRoutes = createApiRoutes();

giftCardRoutes.handle(codes.validateGiftCard, async ({ body, clientNetwork, user }) => {
  const { _id, last4, balanceCents } = await lookUpCard({
    code: body.code,
    clientNetwork,
    riderId: user.riderId,
    refuses: ({ balanceCents, voidedAt }) => {
      if (voidedAt) return VOIDED_GIFT_CARD;
      return balanceCents > 0 ? null : INVALID_GIFT_CARD;
    },
  });
  return {
    // A token, not the card's id, since an id could be guessed or read in the database.
    id: redemptionTokenOf(_id.toHexString()),
    code: `•••• ${last4}`,
    currentBalance: balanceCents / 100,
  };
});

giftCardRoutes.handle(codes.readGiftCardBalance, async ({ body, clientNetwork, user }) => {
  if (user.riderId) await requireConfirmedEmail(user.riderId, 'code');
  const card = await lookUpCard({
    code: body.code,
    clientNetwork,
    riderId: user.riderId,
    refuses: () => null,
  });
  return presentStatement(card, user.riderId);
});

giftCardRoutes.handle(purchases.purchaseGiftCard, async ({ body, idempotencyKey }) => ({
  checkoutUrl: await purchaseGiftCard(body, idempotencyKey),
}));

giftCardRoutes.handle(purchases.readGiftCardPurchase, ({ params }) => awaitFulfilment(params.sessionId));

import * as api from '#common/gift-cards/gift-cards-api.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { redemptionTokenOf } from './gift-card-codes.ts';
import { lookUpCard, presentStatement } from './look-up-card.ts';
import { awaitFulfilment, purchaseGiftCard } from './purchase-gift-card.ts';

export const giftCardRoutes = createApiRoutes();

giftCardRoutes.handle(api.validateGiftCard, async ({ body, address, user }) => {
  const { _id, last4, balanceCents } = await lookUpCard({
    code: body.code,
    address,
    riderId: user.riderId,
    accepts: (card) => card.balanceCents > 0,
  });
  return {
    // A token, not the card's id: ids can be guessed, or read in the database, and pay for nothing.
    id: redemptionTokenOf(_id.toHexString()),
    code: `•••• ${last4}`,
    currentBalance: balanceCents / 100,
  };
});

giftCardRoutes.handle(api.readGiftCardBalance, async ({ body, address, user }) => {
  const card = await lookUpCard({ code: body.code, address, riderId: user.riderId, accepts: () => true });
  return presentStatement(card);
});

giftCardRoutes.handle(api.purchaseGiftCard, async ({ body, idempotencyKey }) => ({
  checkoutUrl: await purchaseGiftCard(body, idempotencyKey),
}));

giftCardRoutes.handle(api.readGiftCardPurchase, ({ params }) => awaitFulfilment(params.sessionId));

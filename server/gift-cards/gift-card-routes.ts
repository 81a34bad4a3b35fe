import * as api from '#common/gift-cards/gift-cards-api.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { awaitFulfilment } from './await-fulfilment.ts';
import { redemptionTokenOf } from './gift-card-secrets.ts';
import { lookUpCard } from './look-up-card.ts';
import { presentStatement } from './present-statement.ts';
import { purchaseGiftCard } from './purchase-gift-card.ts';

export const giftCardRoutes = createApiRoutes();

giftCardRoutes.handle(api.validateGiftCard, async ({ body, address, user }) => {
  const { _id, last4, balanceCents } = await lookUpCard({
    code: body.code,
    address,
    riderId: user.riderId,
    accepts: (card) => card.balanceCents > 0,
  });
  return {
    // A token, not the card's id: ids that can be guessed, or read in the database, pay for nothing.
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

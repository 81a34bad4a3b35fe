import { Router } from 'express';
import { addressOf } from '../http/address-of.ts';
import { createLimit } from '../http/create-limit.ts';
import { parse } from '../http/parse.ts';
import { readIdempotencyKey } from '../http/read-idempotency-key.ts';
import { purchaseGiftCardRequest } from './gift-card-calls.ts';
import { purchaseGiftCard } from './purchase-gift-card.ts';

/** Everything under /api/purchase-gift-card. */
export const purchaseGiftCardRoutes = Router();

/** Purchases begun from one address: few buy so many, but whoever tries out stolen cards does. */
const purchases = createLimit({ name: 'purchase-gift-card', times: 10, windowSeconds: 600 });

purchaseGiftCardRoutes.post('/', async (req, res) => {
  const { body } = parse(purchaseGiftCardRequest, req);
  const idempotencyKey = readIdempotencyKey(req);
  await purchases.count(addressOf(req));

  const checkoutUrl = await purchaseGiftCard(body, idempotencyKey);

  res.json({ checkoutUrl });
});

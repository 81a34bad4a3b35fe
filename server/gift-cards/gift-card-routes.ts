import { Router } from 'express';
import { addressOf } from '../http/address-of.ts';
import { createLimit } from '../http/create-limit.ts';
import { parse } from '../http/parse.ts';
import { awaitFulfilment } from './await-fulfilment.ts';
import { giftCardCodeRequest, purchaseStateRequest } from './gift-card-calls.ts';
import { lookUpCard } from './look-up-card.ts';
import { presentStatement } from './present-statement.ts';

/** Everything under /api/gift-cards. */
export const giftCardRoutes = Router();

/** Each look may ask Stripe. */
const looks = createLimit({ name: 'gift-card-purchase', times: 300, windowSeconds: 600 });

giftCardRoutes.get('/purchase/:sessionId', async (req, res) => {
  const { params } = parse(purchaseStateRequest, req);
  await looks.count(addressOf(req));

  res.json(await awaitFulfilment(params.sessionId));
});

giftCardRoutes.post('/balance', async (req, res) => {
  const { body } = parse(giftCardCodeRequest, req);

  const card = await lookUpCard({
    code: body.code,
    address: addressOf(req),
    riderId: req.session.riderId,
    accepts: () => true,
  });

  res.json(presentStatement(card));
});

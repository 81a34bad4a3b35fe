import { Router } from 'express';
import { parse } from '../http/parse.ts';
import { addressOf } from '../http/rate-limit.ts';
import { giftCardCodeRequest } from './gift-card-calls.ts';
import { lookUpCard } from './look-up-card.ts';
import { presentStatement } from './present-statement.ts';

/** Everything under /api/gift-cards. */
export const giftCardRoutes = Router();

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

import { Router } from 'express';
import type { ValidGiftCard } from '#common/gift-cards/gift-card.ts';
import { addressOf } from '../http/address-of.ts';
import { parse } from '../http/parse.ts';
import { giftCardCodeRequest } from './gift-card-calls.ts';
import type { GiftCardDoc } from './gift-card-model.ts';
import { passOf } from './gift-card-secrets.ts';
import { lookUpCard } from './look-up-card.ts';

/** Everything under /api/validate-gift-card. */
export const validateGiftCardRoutes = Router();

/** The id a booking names it by is a pass: ids that can be guessed, or read in the database, pay for nothing. */
const present = ({ _id, last4, balanceCents }: GiftCardDoc): ValidGiftCard => ({
  id: passOf(_id.toHexString()),
  code: `•••• ${last4}`,
  currentBalance: balanceCents / 100,
});

validateGiftCardRoutes.post('/', async (req, res) => {
  const { body } = parse(giftCardCodeRequest, req);

  const card = await lookUpCard({
    code: body.code,
    address: addressOf(req),
    riderId: req.session.riderId,
    accepts: ({ balanceCents }) => balanceCents > 0,
  });

  res.json(present(card));
});

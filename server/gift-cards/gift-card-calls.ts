import * as z from 'zod/mini';
import { giftCardCodeSchema, statementSchema, validGiftCardSchema } from '#common/gift-cards/gift-card.ts';
import type { ApiCall } from '../http/api-call.ts';

/** A gift card's code, as typed. */
export const giftCardCodeRequest = z.object({ body: giftCardCodeSchema });

/** The call of validate-gift-card-routes. */
export const validateGiftCardCalls: readonly ApiCall[] = [
  {
    call: 'POST /api/validate-gift-card',
    summary:
      'Finds the card of a code if something is left on it. One refusal for every other code; ten wrong ones an hour are enough.',
    who: 'anybody',
    request: giftCardCodeRequest,
    replies: { 200: validGiftCardSchema },
    refusals: ['TOO_MANY_REQUESTS'],
  },
];

/** The calls of gift-card-routes. */
export const giftCardCalls: readonly ApiCall[] = [
  {
    call: 'POST /api/gift-cards/balance',
    summary: "Shows a card's statement to whoever has its code. Wrong codes count as in validation.",
    who: 'anybody',
    request: giftCardCodeRequest,
    replies: { 200: statementSchema },
    refusals: ['TOO_MANY_REQUESTS'],
  },
];

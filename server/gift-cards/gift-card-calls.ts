import * as z from 'zod/mini';
import { giftCardCodeSchema, statementSchema, validGiftCardSchema } from '#common/gift-cards/gift-card.ts';
import {
  giftCardCheckoutSchema,
  purchaseGiftCardSchema,
  purchaseStateSchema,
} from '#common/gift-cards/purchase.ts';
import type { ApiCall } from '../http/api-call.ts';

/** A gift card's code, as typed. */
export const giftCardCodeRequest = z.object({ body: giftCardCodeSchema });

/** A purchase that is to begin. */
export const purchaseGiftCardRequest = z.object({ body: purchaseGiftCardSchema });

const MAX_SESSION_ID = 255;

/** Stripe's id of a checkout, as its return page names it. */
export const purchaseStateRequest = z.object({
  params: z.object({ sessionId: z.string().check(z.regex(/^cs_\w+$/), z.maxLength(MAX_SESSION_ID)) }),
});

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

/** The call of purchase-gift-card-routes. */
export const purchaseGiftCardCalls: readonly ApiCall[] = [
  {
    call: 'POST /api/purchase-gift-card',
    summary:
      'Begins the purchase of a gift card and gives the address of its hosted checkout. With an Idempotency-Key header a repeat gets the same one.',
    who: 'anybody',
    request: purchaseGiftCardRequest,
    replies: { 200: giftCardCheckoutSchema },
    refusals: ['IDEMPOTENCY_KEY_REUSED', 'TOO_MANY_REQUESTS', 'PAYMENT_PROVIDER'],
  },
];

/** The calls of gift-card-routes. */
export const giftCardCalls: readonly ApiCall[] = [
  {
    call: 'GET /api/gift-cards/purchase/{sessionId}',
    summary: 'Tells how far a purchase is. A paid one is fulfilled if nobody has had it fulfilled yet.',
    who: 'anybody',
    request: purchaseStateRequest,
    replies: { 200: purchaseStateSchema },
    refusals: ['TOO_MANY_REQUESTS'],
  },
  {
    call: 'POST /api/gift-cards/balance',
    summary: "Shows a card's statement to whoever has its code. Wrong codes count as in validation.",
    who: 'anybody',
    request: giftCardCodeRequest,
    replies: { 200: statementSchema },
    refusals: ['TOO_MANY_REQUESTS'],
  },
];

import * as z from 'zod/mini';
import { promoOfferSchema, validatePromoSchema, validPromoSchema } from '#common/promos/promo.ts';
import type { ApiCall } from '../http/api-call.ts';

/** A promo code, and the booking it is meant for. */
export const validatePromoRequest = z.object({ body: validatePromoSchema });

/** The call of validate-promo-routes. */
export const validatePromoCalls: readonly ApiCall[] = [
  {
    call: 'POST /api/validate-promo-code',
    summary:
      'Tells what a promo code takes off a booking, or why it does not fit. It is asked again when the ride is booked; nothing is held yet.',
    who: 'anybody',
    request: validatePromoRequest,
    replies: { 200: validPromoSchema },
    refusals: ['TOO_MANY_REQUESTS'],
  },
];

/** The call of promo-routes. */
export const promoCalls: readonly ApiCall[] = [
  {
    call: 'GET /api/promos',
    summary: 'Lists the offers that can be booked with today.',
    who: 'anybody',
    replies: { 200: z.array(promoOfferSchema) },
  },
];

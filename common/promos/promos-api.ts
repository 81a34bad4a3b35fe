import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { bookingTypeSchema } from '../fares/fare.ts';
import { idSchema } from '../id.ts';

const NO_CODE = 'Please enter a promo code';

/**
 * Body of a check. `fareAmount` is the estimated total before discounts, in dollars. The other fields are the
 * booking so far.
 */
const validatePromoSchema = z.object({
  code: z.string(NO_CODE).check(z.trim(), z.toUpperCase(), z.minLength(1, NO_CODE), z.maxLength(40)),
  fareAmount: z.number().check(z.minimum(0), z.maximum(1_000_000)),
  scheduledDate: z.nullish(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))),
  bookingType: z.nullish(bookingTypeSchema),
  hours: z.nullish(z.number()),
});
export type ValidatePromo = z.infer<typeof validatePromoSchema>;

/** A valid promo code. `discountAmount` is in dollars, for the fare that was sent. */
export const validPromoSchema = z.object({ id: idSchema, code: z.string(), discountAmount: z.number() });

/** An active offer on the promotions page. */
const promoOfferSchema = z.object({
  title: z.string(),
  discount: z.string(),
  code: z.string(),
  description: z.string(),
  /** Last day, in words; null for no end. */
  validUntil: z.nullable(z.string()),
  badge: z.nullable(z.string()),
});
export type PromoOffer = z.infer<typeof promoOfferSchema>;

/** The route limits unknown codes per address. Existing codes are not counted. */
export const validatePromo = endpoint({
  method: 'POST',
  path: '/api/validate-promo-code',
  summary:
    'Calculates the discount of a promo code for a booking. Signed-in riders need a confirmed address. Nothing is reserved: booking checks it again.',
  who: 'anybody',
  body: validatePromoSchema,
  reply: validPromoSchema,
  errors: ['EMAIL_NOT_CONFIRMED', 'TOO_MANY_REQUESTS'],
  isIdempotent: true,
});

export const listPromoOffers = endpoint({
  method: 'GET',
  path: '/api/promos',
  summary: 'Lists the promotions valid today, oldest first.',
  who: 'anybody',
  reply: z.array(promoOfferSchema),
});

import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema } from '../id.ts';
import { oneLine } from '../one-line.ts';
import { isEmail } from '../users/email.ts';
import { MAX_AMOUNT, MAX_MESSAGE, MAX_NAME, MIN_AMOUNT, PURCHASE_MESSAGES } from './purchase-rules.ts';

/** Body of a purchase. `amount` is in whole dollars. */
export const purchaseGiftCardSchema = z.object({
  amount: z
    .int({
      error: ({ input }) => (input === undefined ? PURCHASE_MESSAGES.noAmount : PURCHASE_MESSAGES.notNumber),
    })
    .check(
      z.minimum(MIN_AMOUNT, PURCHASE_MESSAGES.amountTooLow),
      z.maximum(MAX_AMOUNT, PURCHASE_MESSAGES.amountTooHigh),
    ),
  recipientEmail: z
    .string(PURCHASE_MESSAGES.noEmail)
    .check(
      z.trim(),
      z.minLength(1, { error: PURCHASE_MESSAGES.noEmail, abort: true }),
      z.refine(isEmail, PURCHASE_MESSAGES.email),
    ),
  recipientName: z.optional(
    z
      .string()
      .check(z.trim(), z.maxLength(MAX_NAME, `Please keep the name to ${MAX_NAME} characters`), oneLine),
  ),
  personalMessage: z.optional(z.string().check(z.maxLength(MAX_MESSAGE, PURCHASE_MESSAGES.longMessage))),
});
export type PurchaseGiftCard = z.infer<typeof purchaseGiftCardSchema>;

/** URL of the hosted checkout, to which the browser navigates. */
export const giftCardCheckoutSchema = z.object({ checkoutUrl: z.string() });

/**
 * Progress of a purchase. `delivered`: the card is issued and its mail accepted. `undelivered`: the
 * recipient's mail server permanently refused the mail. `flagged`: the payment does not match the purchase
 * and is reviewed by operations.
 */
const purchaseStateSchema = z.object({
  state: z.enum(['processing', 'delivered', 'undelivered', 'expired', 'flagged']),
  /** Identifies the purchase to staff, as on the receipt. It grants no access. */
  reference: idSchema,
  /** In whole dollars. */
  amount: z.number(),
  recipientEmail: z.string(),
  recipientName: z.nullable(z.string()),
});
export type PurchaseState = z.infer<typeof purchaseStateSchema>;

/** Rate-limited, because card testers start many purchases. */
export const purchaseGiftCard = endpoint({
  method: 'POST',
  path: '/api/purchase-gift-card',
  summary: 'Starts a gift card purchase and returns the URL of its hosted checkout.',
  who: 'anybody',
  body: purchaseGiftCardSchema,
  reply: giftCardCheckoutSchema,
  errors: ['IDEMPOTENCY_KEY_REUSED', 'PAYMENT_PROVIDER'],
  limit: { name: 'purchase-gift-card', times: 10, windowSeconds: 600, per: 'address' },
  takesIdempotencyKey: true,
});

const MAX_SESSION_ID = 255;

/** Rate-limited, because each call may query Stripe. */
export const readGiftCardPurchase = endpoint({
  method: 'GET',
  path: '/api/gift-cards/purchase/:sessionId',
  summary: 'Reads the state of a purchase. A paid one that is not fulfilled yet is fulfilled first.',
  who: 'anybody',
  params: { sessionId: z.string().check(z.regex(/^cs_\w+$/), z.maxLength(MAX_SESSION_ID)) },
  reply: purchaseStateSchema,
  limit: { name: 'gift-card-purchase', times: 300, windowSeconds: 600, per: 'address' },
});

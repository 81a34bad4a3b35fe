import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema } from '../id.ts';
import { emailText } from '../messages/fields.ts';
import { ledgerKindSchema } from './gift-card-codes-api.ts';

/** Fewest characters of a search by the last four symbols of a code or the start of an email address. */
export const MIN_SEARCH_LENGTH = 3;

/** How often a gift card may be sent again in 24 hours. */
export const MAX_RESENDS_PER_DAY = 5;

/** A gift card in a list. Only the last four symbols of its code are shown. Amounts in cents. */
const giftCardSummarySchema = z.object({
  id: idSchema,
  last4: z.string(),
  /** The amount paid for it, or given. */
  amountCents: z.int(),
  balanceCents: z.int(),
  recipientEmail: z.string(),
  buyerEmail: z.nullable(z.string()),
  isVoided: z.boolean(),
  /** Whether the company gave it away unpaid. */
  isGiven: z.boolean(),
});
export type GiftCardSummary = z.infer<typeof giftCardSummarySchema>;

/** The ride of a ledger entry. */
const ledgerRideSchema = z.object({
  id: idSchema,
  from: z.string(),
  to: z.string(),
  pickupAt: z.nullable(z.iso.datetime()),
});
export type LedgerRide = z.infer<typeof ledgerRideSchema>;

/** A ledger entry: its effect on the balance, and the balance after it. */
const staffEntrySchema = z.object({
  kind: ledgerKindSchema,
  at: z.iso.datetime(),
  amountCents: z.int(),
  balanceCents: z.int(),
  ride: z.nullable(ledgerRideSchema),
  /** Why a ride was refunded to the card, such as `completed-for-less`. */
  reason: z.nullable(z.string()),
});
export type StaffLedgerEntry = z.infer<typeof staffEntrySchema>;

/**
 * The refund to the buyer of a voided card. `owed` while a job retries it; `none` if nothing had been paid.
 */
const voidRefundSchema = z.object({
  amountCents: z.int(),
  by: z.string(),
  at: z.iso.datetime(),
  state: z.enum(['owed', 'refunded', 'failed', 'none']),
});
export type VoidRefund = z.infer<typeof voidRefundSchema>;

/** The admins' view of a gift card: everything but its code. */
const staffGiftCardSchema = z.object({
  ...giftCardSummarySchema.shape,
  heldCents: z.int(),
  /** When its last hold expires, if left unpaid; null without holds. */
  heldUntil: z.nullable(z.iso.datetime()),
  recipientName: z.nullable(z.string()),
  paidAt: z.nullable(z.iso.datetime()),
  delivery: z.object({
    state: z.enum(['waiting', 'sent', 'refused']),
    at: z.nullable(z.iso.datetime()),
  }),
  /** How often it was sent again. Sending names this number, so that a repeated click sends only one mail. */
  resends: z.int(),
  /** Oldest first. */
  entries: z.array(staffEntrySchema),
  /** Who voided it and when, and the refund. Several entries if a ride was refunded to the card later. */
  voids: z.array(voidRefundSchema),
  /**
   * Whether the ledger is consistent: entries add up to the balance, holds are open, released or captured.
   */
  isSound: z.boolean(),
});
export type StaffGiftCard = z.infer<typeof staffGiftCardSchema>;

/** A page of search results, newest purchase first. */
export const giftCardPageSchema = z.object({
  cards: z.array(giftCardSummarySchema),
  /** Cursor of the next page; null at the end. */
  next: z.nullable(idSchema),
});

export const findGiftCards = endpoint({
  method: 'GET',
  path: '/api/ops/gift-cards',
  summary:
    "Finds gift cards by the last four symbols of the code, or the start of the buyer's or recipient's address.",
  who: 'admin',
  query: z.object({
    q: z
      .string()
      .check(
        z.trim(),
        z.minLength(MIN_SEARCH_LENGTH, `Please enter at least ${MIN_SEARCH_LENGTH} characters.`),
        z.maxLength(254),
      ),
    after: z.optional(idSchema),
  }),
  reply: giftCardPageSchema,
});

export const readGiftCard = endpoint({
  method: 'GET',
  path: '/api/ops/gift-cards/:giftCardId',
  summary: 'Reads a gift card: purchase, delivery, balance, and ledger with the ride of each entry.',
  who: 'admin',
  reply: staffGiftCardSchema,
});

export const sendGiftCardAgain = endpoint({
  method: 'POST',
  path: '/api/ops/gift-cards/:giftCardId/send',
  summary: `Emails a gift card again, optionally to a corrected address; at most ${MAX_RESENDS_PER_DAY} times in 24 hours.`,
  who: 'admin',
  body: z.object({
    /** As read with the card. */
    resends: z.int().check(z.minimum(0)),
    recipientEmail: z.optional(emailText),
  }),
  reply: staffGiftCardSchema,
  errors: ['GIFT_CARD_CHANGED', 'TOO_MANY_REQUESTS'],
});

export const voidGiftCard = endpoint({
  method: 'POST',
  path: '/api/ops/gift-cards/:giftCardId/void',
  summary:
    'Voids a gift card and refunds its balance to the buyer, if that is still the given amount. Refused while a booking holds part of it.',
  who: 'admin',
  body: z.object({
    /** The amount to refund, as the admin saw it. */
    amountCents: z.int().check(z.minimum(1)),
  }),
  reply: staffGiftCardSchema,
  errors: ['GIFT_CARD_CHANGED', 'GIFT_CARD_HELD'],
});

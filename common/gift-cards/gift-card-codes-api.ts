import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema } from '../id.ts';

const MAX_TYPED = 64;
const NO_CODE = 'Gift card code required';

/** A code as typed. It is sent in the body, never in a URL. */
const giftCardCodeSchema = z.object({
  code: z.string(NO_CODE).check(z.trim(), z.minLength(1, NO_CODE), z.maxLength(MAX_TYPED)),
});

/** A usable card. `currentBalance` is in dollars and above zero. `code` shows only its last four symbols. */
export const validGiftCardSchema = z.object({ id: idSchema, code: z.string(), currentBalance: z.number() });

/** Kinds of gift card ledger entries. */
export const ledgerKindSchema = z.enum(['issue', 'hold', 'capture', 'release', 'refund', 'void']);
export type LedgerKind = z.infer<typeof ledgerKindSchema>;

/**
 * The statement shown to the holder of a card. Amounts in cents. `amountCents` is an entry's effect on the
 * balance: issue, release and refund add, hold and void subtract, capture (a hold becoming final) is zero.
 */
const statementSchema = z.object({
  last4: z.string(),
  balanceCents: z.int(),
  heldCents: z.int(),
  entries: z.array(
    z.object({
      kind: ledgerKindSchema,
      amountCents: z.int(),
      at: z.iso.datetime(),
      /** Destination of the ride, if the entry belongs to a ride of the reader. */
      memo: z.nullable(z.string()),
    }),
  ),
  /** Open holds of unfinished checkouts, and when each expires. */
  holds: z.array(z.object({ amountCents: z.int(), until: z.iso.datetime() })),
});
export type Statement = z.infer<typeof statementSchema>;

/** The route limits wrong codes, per address and rider. */
export const validateGiftCard = endpoint({
  method: 'POST',
  path: '/api/validate-gift-card',
  summary:
    'Finds the gift card of a code, if it has a balance. Every other code gets the same error; at most ten wrong codes an hour.',
  who: 'anybody',
  body: giftCardCodeSchema,
  reply: validGiftCardSchema,
  errors: ['TOO_MANY_REQUESTS'],
  isIdempotent: true,
});

export const readGiftCardBalance = endpoint({
  method: 'POST',
  path: '/api/gift-cards/balance',
  summary:
    "Reads a gift card's statement by its code. Names only the caller's own rides. Wrong codes count toward the validation limit.",
  who: 'anybody',
  body: giftCardCodeSchema,
  reply: statementSchema,
  errors: ['EMAIL_NOT_CONFIRMED', 'TOO_MANY_REQUESTS'],
  isIdempotent: true,
});

import * as z from 'zod/mini';
import { idSchema } from '../id.ts';

const MAX_TYPED = 64;
const NO_CODE = 'Gift card code required';

/** POST /api/validate-gift-card and POST /api/gift-cards/balance: the code travels in the body, never in an address. */
export const giftCardCodeSchema = z.object({
  code: z.string(NO_CODE).check(z.trim(), z.minLength(1, NO_CODE), z.maxLength(MAX_TYPED)),
});

/** A card that can be used: `currentBalance` in dollars, above zero. `code` shows its last four symbols only. */
export const validGiftCardSchema = z.object({ id: idSchema, code: z.string(), currentBalance: z.number() });
export type ValidGiftCard = z.infer<typeof validGiftCardSchema>;

/** What happens to the money on a card. */
export const ledgerKindSchema = z.enum(['issue', 'hold', 'capture', 'release', 'refund']);
export type LedgerKind = z.infer<typeof ledgerKindSchema>;

/**
 * The bearer's statement. Amounts in cents. An entry's `amountCents` is what it did to the balance: issue, release and refund add,
 * hold takes away, capture (a hold becoming final) is zero.
 */
export const statementSchema = z.object({
  last4: z.string(),
  balanceCents: z.int(),
  heldCents: z.int(),
  entries: z.array(
    z.object({
      kind: ledgerKindSchema,
      amountCents: z.int(),
      at: z.iso.datetime(),
      /** Where the ride goes, for entries that belong to one. */
      memo: z.nullable(z.string()),
    }),
  ),
  /** Held by unfinished checkouts, each until when. */
  holds: z.array(z.object({ amountCents: z.int(), until: z.iso.datetime() })),
});
export type Statement = z.infer<typeof statementSchema>;

import { validateGiftCard } from '#common/gift-cards/gift-card-codes-api.ts';
import { type ValidatePromo, validatePromo } from '#common/promos/promos-api.ts';
import { call } from '#web/lib/call.ts';
import type { AppliedGiftCard, AppliedPromo } from '../draft.ts';

interface AskingPromo {
  /** A key of the query, changed by whatever changes the discount: rider, fare. */
  pricedFor: string;
  signal: AbortSignal;
}

/** The discount of a code on this booking. @throws ApiError when it does not apply */
export async function askPromo(
  body: ValidatePromo,
  { pricedFor, signal }: AskingPromo,
): Promise<AppliedPromo> {
  const promo = await call(validatePromo, body, { signal });
  return { ...promo, pricedFor };
}

interface AskingGiftCard {
  /** The signed-in rider; null for a visitor. */
  riderId: string | null;
  signal: AbortSignal;
}

/** The gift card of a code, with its balance. @throws ApiError when it cannot be used */
export async function askGiftCard(
  code: string,
  { riderId, signal }: AskingGiftCard,
): Promise<AppliedGiftCard> {
  const giftCard = await call(validateGiftCard, { code }, { signal });
  return { ...giftCard, appliedBy: riderId };
}

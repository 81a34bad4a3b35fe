import { validateGiftCard } from '#common/gift-cards/gift-card-codes-api.ts';
import { type ValidatePromo, validatePromo } from '#common/promos/promos-api.ts';
import { call } from '#web/lib/call.ts';
import type { AppliedGiftCard, AppliedPromo } from '../draft.ts';

interface AskingPromo {
  /** Cache key of the discount, which depends on rider and fare. */
  pricedFor: string;
  signal: AbortSignal;
}

/** Fetches the discount of a promo code for this booking. @throws ApiError when the code does not apply */
export async function checkPromoCode(
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

/** Fetches the gift card with this code, with its balance. @throws ApiError when it cannot be used */
export async function checkGiftCard(
  code: string,
  { riderId, signal }: AskingGiftCard,
): Promise<AppliedGiftCard> {
  const giftCard = await call(validateGiftCard, { code }, { signal });
  return { ...giftCard, appliedBy: riderId };
}

import type { ValidatePromo } from '#common/promos/promos-api.ts';
import type { Draft } from '../draft.ts';

/** Why a code is not taken: the two lines of its toast. */
export interface CodeRefusal {
  title: string;
  message?: string;
}

/** What is in the way of applying the promo code that was typed, in the specification's order (section 5, Promo); null when it may be asked about. */
export function promoObstacle(
  { promoCode, promo }: Pick<Draft, 'promoCode' | 'promo'>,
  question: ValidatePromo | null,
): CodeRefusal | null {
  if (promoCode.trim() === '') return { title: 'Promo code required', message: 'Please enter a promo code' };
  if (promo) return { title: 'Promo code already applied' };
  if (!question) {
    return { title: 'Cannot apply promo code', message: 'Please fill in all booking details first' };
  }
  return null;
}

/** What is in the way of applying the gift card code that was typed (section 5, Gift card); null when it may be asked about. */
export function giftCardObstacle({
  giftCardCode,
  giftCard,
}: Pick<Draft, 'giftCardCode' | 'giftCard'>): CodeRefusal | null {
  if (giftCardCode.trim() === '') return { title: 'Gift card code required' };
  if (giftCard) return { title: 'Gift card already applied' };
  return null;
}

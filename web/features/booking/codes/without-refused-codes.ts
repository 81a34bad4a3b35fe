import type { Draft } from '../draft.ts';
import type { Mistake } from '../mistake.ts';

/** The change that drops each applied code a ride request was refused for, so that the form can be sent again. */
export function withoutRefusedCodes(mistakes: readonly Mistake[]): Partial<Draft> {
  const isAtFault = (field: keyof Draft) => mistakes.some(({ fields }) => fields.includes(field));
  return {
    ...(isAtFault('promoCode') && { promo: null }),
    ...(isAtFault('giftCardCode') && { giftCard: null }),
  };
}

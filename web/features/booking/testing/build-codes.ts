import type { AppliedGiftCard, AppliedPromo } from '../draft.ts';

/** A promo applied: $25 off. */
export const buildPromo = (overrides: Partial<AppliedPromo> = {}): AppliedPromo => ({
  id: 'c'.repeat(24),
  code: 'WELCOME25',
  discountAmount: 25,
  pricedFor: '',
  ...overrides,
});

/** A gift card applied: $250 on it. */
export const buildGiftCard = (overrides: Partial<AppliedGiftCard> = {}): AppliedGiftCard => ({
  id: 'd'.repeat(24),
  code: '•••• 91TD',
  currentBalance: 250,
  appliedBy: null,
  ...overrides,
});

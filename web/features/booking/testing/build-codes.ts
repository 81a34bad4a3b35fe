import type { AppliedGiftCard, AppliedPromo } from '../draft.ts';

/** Builds an applied promo: $25 off. */
export const buildPromo = (overrides: Partial<AppliedPromo> = {}): AppliedPromo => ({
  id: 'c'.repeat(24),
  code: 'WELCOME25',
  discountAmount: 25,
  pricedFor: '',
  ...overrides,
});

/** Builds an applied gift card with a balance of $250. */
export const buildGiftCard = (overrides: Partial<AppliedGiftCard> = {}): AppliedGiftCard => ({
  id: 'd'.repeat(24),
  code: '•••• 91TD',
  currentBalance: 250,
  appliedBy: null,
  ...overrides,
});

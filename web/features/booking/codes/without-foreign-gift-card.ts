import type { User } from '#common/users/user.ts';
import type { Draft } from '../draft.ts';

/** The form without a gift card that another rider applied in this tab before signing out. */
export function withoutForeignGiftCard(draft: Draft, rider: User | null): Draft {
  const appliedBy = draft.giftCard?.appliedBy ?? null;
  if (appliedBy === null || appliedBy === rider?.id) return draft;
  return { ...draft, giftCardCode: '', giftCard: null };
}

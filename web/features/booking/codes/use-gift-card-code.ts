import { INVALID_GIFT_CARD } from '#common/gift-cards/code.ts';
import { formatCents } from '#common/money.ts';
import { toast } from '#web/components/ui/toast.ts';
import type { AppliedGiftCard } from '../draft.ts';
import { editDraft } from '../draft-store.ts';
import {
  type CodeDraft,
  type CodeFieldState,
  giftCardCodeRefusal,
  loadCodeCheck,
  useCode,
} from './use-code.ts';

const REJECTION = { title: 'Invalid gift card', message: INVALID_GIFT_CARD };

/**
 * Returns state and actions of the gift card field. Once applied, only the masked code from the server is
 * kept.
 */
export function useGiftCardCode(draft: CodeDraft, riderId: string | null): CodeFieldState {
  const { input, error, check, isPending, refuse } = useCode<AppliedGiftCard>({
    code: draft.giftCardCode,
    onApplied: (giftCard) => {
      editDraft({ giftCard, giftCardCode: giftCard.code });
      toast.success('Gift card applied!', balanceOf(giftCard));
    },
    rejection: REJECTION,
  });

  const apply = () => {
    const refusal = giftCardCodeRefusal(draft);
    if (refusal) return refuse(refusal);
    void check(async (signal) => {
      const { checkGiftCard } = await loadCodeCheck();
      return checkGiftCard(draft.giftCardCode.trim(), { riderId, signal });
    });
  };

  return {
    code: draft.giftCardCode,
    note: draft.giftCard && balanceOf(draft.giftCard),
    input,
    error,
    isPending,
    // An applied card locks the field, so a card still in the draft here was applied by another rider.
    edit: (giftCardCode) => editDraft({ giftCardCode, giftCard: null }),
    apply,
    remove: () => editDraft({ giftCard: null, giftCardCode: '' }),
  };
}

const balanceOf = ({ currentBalance }: AppliedGiftCard): string =>
  `Balance: ${formatCents(Math.round(currentBalance * 100))}`;

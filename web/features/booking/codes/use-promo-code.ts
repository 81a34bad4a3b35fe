import { useEffect } from 'react';
import type { SurgeDay } from '#common/fares/surge-day.ts';
import { formatCents } from '#common/money.ts';
import { toast } from '#web/components/ui/toast.ts';
import { isRefusal } from '#web/lib/is-refusal.ts';
import type { Draft } from '../draft.ts';
import { editDraft } from '../draft-store.ts';
import type { AppliedPromo } from './applied-promo.ts';
import { askLater } from './ask-later.ts';
import { askPromo } from './ask-promo.ts';
import type { CodeFieldState } from './code-field.tsx';
import { promoObstacle } from './code-obstacle.ts';
import { promoQuestion } from './promo-question.ts';
import { useCode } from './use-code.ts';

interface PromoOptions {
  draft: Draft;
  surgeCalendar: readonly SurgeDay[];
  /** Whoever is signed in as a rider: some promos are for a first ride. */
  riderId: string | null;
}

const REJECTION = { title: 'Invalid promo code', message: 'This promo code is not valid' };

/**
 * The promo code of the booking form. Once applied it follows the booking: another fare, day or rider is asked about without a
 * word, and a code that no longer fits is dropped and said to be. Where the server does not answer, the discount stays an
 * estimate, as the fare is.
 */
export function usePromoCode({ draft, surgeCalendar, riderId }: PromoOptions): CodeFieldState {
  const question = promoQuestion(draft, surgeCalendar);
  const pricedFor = JSON.stringify([riderId, question]);

  const { input, error, check, isPending, refuse, reject } = useCode<AppliedPromo>({
    code: draft.promoCode,
    onApplied: (promo) => {
      editDraft({ promo });
      toast.success('Promo code applied!', `You saved ${savedBy(promo)}`);
    },
    rejection: REJECTION,
  });

  const isOutdated = draft.promo !== null && draft.promo.pricedFor !== pricedFor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `pricedFor` tells one question from another
  useEffect(() => {
    if (!isOutdated || !question) return;
    return askLater({
      ask: (signal) => askPromo(question, { pricedFor, signal }),
      onAnswer: (promo) => editDraft({ promo }),
      onFailure: (failure) => {
        if (!isRefusal(failure)) return;
        editDraft({ promo: null });
        reject(failure);
      },
    });
  }, [isOutdated, pricedFor]);

  const apply = () => {
    const obstacle = promoObstacle(draft, question);
    if (obstacle) refuse(obstacle);
    else if (question) void check((signal) => askPromo(question, { pricedFor, signal }));
  };

  return {
    code: draft.promoCode,
    note: draft.promo && `You save ${savedBy(draft.promo)}`,
    input,
    error,
    isPending,
    edit: (promoCode) => editDraft({ promoCode }),
    apply,
    remove: () => editDraft({ promo: null, promoCode: '' }),
  };
}

const savedBy = ({ discountAmount }: AppliedPromo): string => formatCents(Math.round(discountAmount * 100));

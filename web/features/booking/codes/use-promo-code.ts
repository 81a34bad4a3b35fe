import { useEffect } from 'react';
import { formatCents } from '#common/money.ts';
import type { ValidatePromo } from '#common/promos/promos-api.ts';
import { toast } from '#web/components/ui/toast.ts';
import { isClientError } from '#web/lib/api-error.ts';
import type { Pricing } from '#web/lib/use-pricing.ts';
import { type AppliedPromo, hoursOf } from '../draft.ts';
import { editDraft } from '../draft-store.ts';
import { estimateFare } from '../estimate-fare.ts';
import {
  type CodeDraft,
  type CodeFieldState,
  checkDebounced,
  loadCodeCheck,
  promoCodeRefusal,
  useCode,
} from './use-code.ts';

interface PromoOptions {
  draft: CodeDraft;
  pricing: Pricing;
  /** The signed-in rider; null for a visitor. Some promos are for first rides only. */
  riderId: string | null;
}

const REJECTION = { title: 'Invalid promo code', message: 'This promo code is not valid' };

/**
 * Returns state and actions of the promo code field. When fare, day or rider change, an applied code is
 * silently rechecked, and removed with a toast when it no longer applies. Without a reply the discount is
 * kept as an estimate.
 */
export function usePromoCode({ draft, pricing, riderId }: PromoOptions): CodeFieldState {
  const query = promoQuery(draft, pricing);
  const pricedFor = JSON.stringify([riderId, query]);

  const { input, error, isUnconfirmed, check, isPending, refuse, reject } = useCode<AppliedPromo>({
    code: draft.promoCode,
    onApplied: (promo) => {
      editDraft({ promo });
      toast.success('Promo code applied!', `You saved ${savedBy(promo)}`);
    },
    rejection: REJECTION,
  });

  const ask = async (signal: AbortSignal, question: ValidatePromo) => {
    const { checkPromoCode } = await loadCodeCheck();
    return checkPromoCode(question, { pricedFor, signal });
  };

  const isOutdated = draft.promo !== null && draft.promo.pricedFor !== pricedFor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `pricedFor` identifies the query
  useEffect(() => {
    if (!isOutdated || !query) return;
    return checkDebounced({
      ask: (signal) => ask(signal, query),
      onAnswer: (promo) => editDraft({ promo }),
      onFailure: (failure) => {
        if (!isClientError(failure)) return;
        editDraft({ promo: null });
        reject(failure);
      },
    });
  }, [isOutdated, pricedFor]);

  const apply = () => {
    const refusal = promoCodeRefusal(draft, query);
    if (refusal) refuse(refusal);
    else if (query) void check((signal) => ask(signal, query));
  };

  return {
    code: draft.promoCode,
    note: draft.promo && `You save ${savedBy(draft.promo)}`,
    input,
    error,
    isUnconfirmed,
    isPending,
    edit: (promoCode) => editDraft({ promoCode }),
    apply,
    remove: () => editDraft({ promo: null, promoCode: '' }),
  };
}

const savedBy = ({ discountAmount }: AppliedPromo): string => formatCents(Math.round(discountAmount * 100));

/**
 * Builds the API request that checks the promo code in the form, with the fare before discounts. Null until
 * there is a fare.
 */
export function promoQuery(draft: CodeDraft, pricing: Pricing): ValidatePromo | null {
  const fare = estimateFare(draft, pricing);
  return (
    fare && {
      code: draft.promoCode.trim(),
      fareAmount: (fare.subtotalCents + fare.gratuityCents) / 100,
      scheduledDate: draft.scheduledDate || null,
      bookingType: draft.bookingType,
      hours: hoursOf(draft),
    }
  );
}

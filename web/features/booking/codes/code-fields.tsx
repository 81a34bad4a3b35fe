import { useEffect, useRef } from 'react';
import type { SurgeDay } from '#common/fares/surge-day.ts';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import type { Draft } from '../draft.ts';
import type { FieldErrors } from '../marked-fields.ts';
import { CodeField } from './code-field.tsx';
import { useGiftCardCode } from './use-gift-card-code.ts';
import { usePromoCode } from './use-promo-code.ts';

interface CodeFieldsProps {
  draft: Draft;
  errors: FieldErrors;
  surgeCalendar: readonly SurgeDay[];
  /** Whoever is signed in as a rider. */
  riderId: string | null;
}

/** One promo code and one gift card for each booking (specification section 2, Booking form layout). Opens by itself where there is something to see. */
export function CodeFields({ draft, errors, surgeCalendar, riderId }: CodeFieldsProps) {
  const promo = usePromoCode({ draft, surgeCalendar, riderId });
  const giftCard = useGiftCardCode(draft, riderId);
  const section = useRef<HTMLDetailsElement>(null);

  const hasCode = draft.promo !== null || draft.giftCard !== null;
  const hasError = Boolean(promo.error ?? giftCard.error ?? errors.promoCode ?? errors.giftCardCode);
  useEffect(() => {
    if (section.current && (hasCode || hasError)) section.current.open = true;
  }, [hasCode, hasError]);

  return (
    <Disclosure ref={section} title="Have a promo code or gift card?" className="border-t">
      <div className="grid gap-x-4 gap-y-5 pt-1 pb-6 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
        <CodeField label="Promo code" noun="promo" name="promoCode" state={promo} error={errors.promoCode} />
        <CodeField
          label="Gift card code"
          noun="gift card"
          name="giftCardCode"
          state={giftCard}
          error={errors.giftCardCode}
        />
      </div>
    </Disclosure>
  );
}

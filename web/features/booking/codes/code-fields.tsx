import clsx from 'clsx';
import { type KeyboardEvent, lazy, type RefObject, Suspense, useEffect } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import type { Pricing } from '#web/lib/use-pricing.ts';
import { DraftField, formPart } from '../booking-fields.tsx';
import type { FieldErrors } from '../marked-fields.ts';
import { CODE_FIELDS, type CodeDraft, type CodeFieldState } from './use-code.ts';
import { useGiftCardCode } from './use-gift-card-code.ts';
import { usePromoCode } from './use-promo-code.ts';

const ConfirmEmailNotice = lazy(() =>
  import('#web/components/confirm-email-notice.tsx').then((module) => ({
    default: module.ConfirmEmailNotice,
  })),
);

interface CodeFieldsProps {
  draft: CodeDraft;
  errors: Pick<FieldErrors, keyof CodeDraft>;
  pricing: Pricing;
  /** The signed-in rider; null for a visitor. */
  riderId: string | null;
  /** The disclosure around the fields. Opens when a code is applied or refused. */
  section: RefObject<HTMLDetailsElement | null>;
}

/** The promo code and gift card fields of the booking, each with an Apply button. */
export const CodeFields = formPart(CODE_FIELDS, function CodeFields(props: CodeFieldsProps) {
  const { draft, errors, pricing, riderId, section } = props;
  const promo = usePromoCode({ draft, pricing, riderId });
  const giftCard = useGiftCardCode(draft, riderId);

  const hasCode = draft.promo !== null || draft.giftCard !== null;
  const hasError = Boolean(promo.error ?? giftCard.error ?? errors.promoCode ?? errors.giftCardCode);
  useEffect(() => {
    if (section.current && (hasCode || hasError)) section.current.open = true;
  }, [section, hasCode, hasError]);

  return (
    <div className="grid gap-x-4 gap-y-5 pt-1 pb-6 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
      <div className="grid content-start gap-3">
        <CodeField label="Promo code" noun="promo" name="promoCode" state={promo} error={errors.promoCode} />
        {promo.isUnconfirmed && (
          <Suspense>
            <ConfirmEmailNotice />
          </Suspense>
        )}
      </div>
      <CodeField
        label="Gift card code"
        noun="gift card"
        name="giftCardCode"
        state={giftCard}
        error={errors.giftCardCode}
      />
    </div>
  );
});

interface CodeFieldProps {
  label: string;
  /** The noun in the buttons' labels, such as `gift card` in "Apply gift card". */
  noun: string;
  name: string;
  state: CodeFieldState;
  /** Why the server refused the ride request because of this code. */
  error: string | undefined;
}

/**
 * A code field with an Apply button. Both stay locked while a code is applied (specification section 4, Promo
 * code and Gift card).
 */
function CodeField({ label, noun, name, state, error }: CodeFieldProps) {
  const { code, note, input, isPending } = state;
  const isApplied = note !== null;

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter applies the code instead of submitting the form.
    event.preventDefault();
    state.apply();
  };

  const handleRemove = () => {
    state.remove();
    input.current?.focus();
  };

  return (
    <DraftField label={label} error={isApplied ? null : (state.error ?? error)} hint={note}>
      {(control) => (
        <span className="flex gap-3">
          <span className="relative min-w-0 flex-1">
            <TextInput
              {...control}
              ref={input}
              name={name}
              className={clsx(isApplied && 'pr-24')}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={MAX_TYPED}
              readOnly={isApplied || isPending}
              aria-disabled={isApplied || undefined}
              value={code}
              onChange={({ target }) => state.edit(target.value.toUpperCase())}
              onKeyDown={handleKeyDown}
            />
            {isApplied && (
              <button
                type="button"
                aria-label={`Remove ${noun}`}
                className="absolute inset-y-0.5 right-0.5 rounded-item px-4 text-14 font-semibold text-gold-ink hover:underline"
                onClick={handleRemove}
              >
                Remove
              </button>
            )}
          </span>
          <Button
            variant="outline"
            size={48}
            aria-label={`Apply ${noun}`}
            isPending={isPending}
            isLocked={isApplied}
            onClick={state.apply}
          >
            Apply
          </Button>
        </span>
      )}
    </DraftField>
  );
}

/** Maximum number of characters: longer than any code with spaces and dashes. */
const MAX_TYPED = 40;

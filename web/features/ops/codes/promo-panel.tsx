import { Dialog } from 'radix-ui';
import { formatCents } from '#common/money.ts';
import { promoDiscountCents, promoProblem } from '#common/promos/promo.ts';
import { type NewPromo, newPromoSchema, type StaffPromo } from '#common/promos/promo-staff-api.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { useRates } from '#web/lib/use-pricing.ts';
import { EXAMPLE_HOURS, exampleFareCents } from '../example-fare.ts';
import { OpsPanel } from '../ops-panel.tsx';
import { type EditRefusal, useSaveOrEnd } from '../refuse-edit.ts';
import { useMergedDraft } from '../use-merged-draft.ts';
import { promoSentence, promoState } from './format-promo.ts';
import { draftOf, type PromoDraft, termsOf } from './promo-draft.ts';
import { PromoFields } from './promo-fields.tsx';

interface PromoPanelProps {
  /** Null for a new code. */
  promo: StaffPromo | null;
  today: string;
  /** Saves the terms on top of the stored version, if any. Resolves to what the panel shows, or to null. */
  onSave: (promo: NewPromo, stored: StaffPromo | null) => Promise<EditRefusal<StaffPromo> | null>;
  onEnd: (promo: StaffPromo) => Promise<EditRefusal<StaffPromo> | null>;
  onClose: () => void;
}

/**
 * A promo code's panel: its terms as a sentence, its fields, and ending it. The list beside it stays usable.
 * Use a `key` per code.
 */
export function PromoPanel({ promo: opened, today, onSave, onEnd, onClose }: PromoPanelProps) {
  const { stored: promo, draft, setDraft, merge } = useMergedDraft(opened, DRAFT);
  const now = useNow();
  const terms = termsOf(draft);
  const edit = (patch: Partial<PromoDraft>) => setDraft((before) => ({ ...before, ...patch }));
  const { form, errors, failure, saving, ending, handleSubmit } = useSaveOrEnd({
    stored: promo,
    schema: newPromoSchema,
    typed: terms,
    merge,
    onSave,
    onEnd,
  });
  const canEnd = promo !== null && promoState(promo, today) !== 'ended' && promo.validUntil !== today;

  return (
    <OpsPanel onClose={onClose}>
      <form ref={form} noValidate onSubmit={handleSubmit} className="flex min-h-0 flex-1 flex-col">
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5 sm:p-8">
          <Dialog.Title className="display pr-12 text-28 wrap-anywhere">
            {promo?.code ?? 'New code'}
          </Dialog.Title>
          <Dialog.Description className="mt-1 mb-6 min-h-[2lh] text-ink-2">
            {isWhole(terms) ? promoSentence(terms, now) : 'A summary appears here as you fill it in.'}
          </Dialog.Description>
          <PromoFields draft={draft} errors={errors} isNew={promo === null} onEdit={edit} />
        </div>
        <div className="border-line border-t px-5 py-4 sm:px-8">
          <Example terms={terms} today={today} />
          <p role="alert" className="mt-3 text-14 text-danger empty:hidden">
            {failure}
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button type="submit" isPending={saving.isPending} pendingLabel="Saving...">
              {promo ? 'Save' : 'Add code'}
            </Button>
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            {canEnd && (
              <Button
                variant="outline"
                className="ml-auto border-danger! text-danger!"
                isPending={ending.isPending}
                isUnavailable={saving.isPending}
                pendingLabel="Ending..."
                onClick={ending.run}
              >
                End it today
              </Button>
            )}
          </div>
        </div>
      </form>
    </OpsPanel>
  );
}

const DRAFT = {
  draftOf,
  names: {
    code: 'code',
    title: 'title',
    badge: 'badge',
    description: 'text for riders',
    takesOff: 'percent or amount',
    percent: 'percent',
    amount: 'dollars',
    validFrom: 'first day',
    validUntil: 'last day',
    weekdays: 'days of pickup',
    minimumHours: 'minimum hours',
    minimumFare: 'minimum fare',
    perRider: 'uses for each rider',
    totalCap: 'uses in all',
    firstRideOnly: 'first ride only',
  },
};

/** Whether the discount and all limits are valid numbers, so that the terms can be described. */
const isWhole = ({
  percent,
  amountCents,
  minimumHours,
  minimumFareCents,
  perRider,
  totalCap,
}: NewPromo): boolean =>
  (percent ?? amountCents) !== null &&
  [percent, amountCents, minimumHours, minimumFareCents, perRider, totalCap].every(
    (value) => !Number.isNaN(value),
  );

/** What the code takes off an example fare, updated while typing. */
function Example({ terms, today }: { terms: NewPromo; today: string }) {
  const fareCents = exampleFareCents(useRates());
  const misfit =
    isWhole(terms) &&
    promoProblem(
      { ...terms, validFrom: null, validUntil: null },
      { fareCents, today, scheduledDate: null, bookingType: 'hourly', hours: EXAMPLE_HOURS },
    );
  return (
    <p className="flex justify-between gap-4 text-14 text-ink-2">
      <span>Lux Sedan, {EXAMPLE_HOURS} hours</span>
      <span className="figures text-right">
        {formatCents(fareCents)}
        {isWhole(terms) &&
          (misfit ? (
            ', doesn’t apply'
          ) : (
            <>
              {' '}
              less <b className="text-ink">{formatCents(promoDiscountCents(terms, fareCents))}</b>
            </>
          ))}
      </span>
    </p>
  );
}

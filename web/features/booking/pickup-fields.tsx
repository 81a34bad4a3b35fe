import clsx from 'clsx';
import { surgeNote } from '#common/fares/surge.ts';
import { formatTimeWithZone, toInstant } from '#common/time.ts';
import { PickupDateInput } from '#web/components/trip-inputs.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { lazyImport, useLazyImport } from '#web/lib/use-lazy-import.ts';
import { useNow } from '#web/lib/use-now.ts';
import { type Pricing, usePricingStatus } from '#web/lib/use-pricing.ts';
import { DraftField, type FieldsProps } from './booking-fields.tsx';
import type { Draft } from './draft.ts';

interface PickupFieldsProps extends FieldsProps {
  pricing: Pricing;
}

/**
 * Lazy-loaded: it needs rates, calendar and today's date, which the first paint lacks. The form works without
 * it.
 */
const priceByDay = lazyImport(() => import('./price-by-day/price-by-day.tsx'));

/**
 * The price of each day, the pickup date (from today in Las Vegas) and the pickup time. A surge tier of the
 * date is shown at once.
 */
export function PickupFields({ draft, errors, onEdit, pricing }: PickupFieldsProps) {
  const now = useNow();
  const status = usePricingStatus();
  const code = useLazyImport(priceByDay, true);
  const hasFailed = status === 'failed' || code === undefined;
  const isCompared = status === 'loaded' && Boolean(code);

  return (
    <>
      <div
        inert={hasFailed}
        className={clsx(
          'grid transition-[grid-template-rows,margin]',
          hasFailed ? '-mb-5 grid-rows-[0fr]' : 'grid-rows-[1fr]',
        )}
      >
        <div
          className={clsx(
            !isCompared && 'overflow-clip',
            hasFailed || isCompared ? 'min-h-0' : 'min-h-78 sm:min-h-62',
          )}
        >
          {isCompared && code && <code.PriceByDay draft={draft} pricing={pricing} onEdit={onEdit} />}
        </div>
      </div>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <DraftField
          label="Pickup Date"
          error={errors.scheduledDate}
          // The price strip shows the surge note itself.
          hint={isCompared ? null : surgeNote(draft.scheduledDate, pricing.surgeCalendar)}
        >
          {(control) => (
            <PickupDateInput
              control={control}
              name="scheduledDate"
              value={draft.scheduledDate}
              onChange={(scheduledDate) => onEdit({ scheduledDate })}
            />
          )}
        </DraftField>
        <DraftField label="Pickup Time" error={errors.scheduledTime} hint={zoneNote(draft, now)}>
          {(control) => (
            <TextInput
              {...control}
              type="time"
              name="scheduledTime"
              value={draft.scheduledTime}
              onChange={(event) => onEdit({ scheduledTime: event.target.value })}
            />
          )}
        </DraftField>
      </div>
    </>
  );
}

const NOON = '12:00';

/** Names the time zone of the pickup time: `Las Vegas time, PST`, or PDT in summer. */
export function zoneNote(
  { scheduledDate, scheduledTime }: Pick<Draft, 'scheduledDate' | 'scheduledTime'>,
  now: Date,
): string {
  const at = toInstant(scheduledDate, scheduledTime || NOON) ?? now;
  return `Las Vegas time, ${formatTimeWithZone(at).split(' ').at(-1)}`;
}

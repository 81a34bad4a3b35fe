import clsx from 'clsx';
import { useId } from 'react';
import { type Cents, formatCents, formatDollars, parseDollars } from '#common/money.ts';
import { gratuityOf } from '#common/rides/driver-earnings.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { MIN_CHARGE_CENTS } from '#common/rides/ride-money.ts';
import {
  MAX_TIP_CENTS,
  MIN_TIP_CENTS,
  TIP_PERCENTAGES,
  type Tip,
  tipCentsOf,
} from '#common/rides/tips-api.ts';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';

/** The chosen option, and the amount typed for `custom`. */
interface TipDraft {
  chosen: 'none' | (typeof TIP_PERCENTAGES)[number] | 'custom' | null;
  typed: string;
}

export const NO_TIP: TipDraft = { chosen: null, typed: '' };

/** Returns the parts of a ride that determine its tip. */
const tipped = ({ fare, actualFare }: RiderRide) => ({
  fare,
  actualFareCents: actualFare === null ? null : parseDollars(actualFare),
});

/** Returns the chosen tip; null for none or an invalid amount. */
export function tipOf({ chosen, typed }: TipDraft): Tip | null {
  if (chosen === null || chosen === 'none') return null;
  if (chosen !== 'custom') return { percentage: chosen };
  const amountCents = parseDollars(typed.replace('$', ''));
  const isTip = amountCents !== null && amountCents >= MIN_TIP_CENTS && amountCents <= MAX_TIP_CENTS;
  return isTip ? { amountCents } : null;
}

/** Returns the amount of a tip, in cents. */
export const tipAmount = (ride: RiderRide, tip: Tip): Cents => tipCentsOf(tipped(ride), tip);

interface TipChoiceProps {
  ride: RiderRide;
  name: string;
  draft: TipDraft;
  /** Error message for the typed amount. */
  problem: string | null;
  onChange: (draft: TipDraft) => void;
}

/**
 * A choice of no tip, a percentage of the base rate with its amount, or a custom amount. Nothing is
 * preselected.
 */
export function TipChoice({ ride, name, draft, problem, onChange }: TipChoiceProps) {
  const group = useId();
  const percentages = TIP_PERCENTAGES.map((percentage) => ({
    value: percentage,
    label: `${percentage}%`,
    cents: tipAmount(ride, { percentage }),
  }));
  const options = [
    { value: 'none' as const, label: 'None', cents: null },
    ...percentages.filter(({ cents }) => cents >= MIN_CHARGE_CENTS),
    { value: 'custom' as const, label: 'Custom', cents: null },
  ];
  const gratuityCents = gratuityOf(tipped(ride));

  return (
    <fieldset className="mt-5">
      <legend className="contents">
        <span className="mb-1.5 flex justify-between gap-4 text-14">
          <span className="font-medium">Tip</span>
          <span className="text-ink-2">All of it goes to {name}</span>
        </span>
      </legend>
      <div className="grid grid-cols-3 gap-1.5">
        {options.map(({ value, label, cents }) => (
          <label
            key={value}
            className={clsx(
              'relative grid min-h-13 content-center rounded-field border border-control bg-surface px-2 text-center text-14 font-medium leading-tight text-ink-2 transition-colors hover:text-ink dark:bg-sunken',
              'has-checked:border-action has-checked:bg-action has-checked:text-on-action',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold-ink',
            )}
          >
            <input
              type="radio"
              name={group}
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={draft.chosen === value}
              onChange={() => onChange({ ...draft, chosen: value })}
            />
            {label}
            {cents !== null && <span className="figures text-12 font-normal">{formatCents(cents)}</span>}
          </label>
        ))}
      </div>
      {draft.chosen === 'custom' && (
        <Field label="Your tip" error={problem} hint={`Up to ${formatCents(MAX_TIP_CENTS)}`} className="mt-4">
          {(control) => (
            <span className="relative block">
              <span aria-hidden className="absolute top-1/2 left-4 -translate-y-1/2 text-ink-2">
                $
              </span>
              <TextInput
                {...control}
                inputMode="decimal"
                autoComplete="off"
                className="pl-8"
                value={draft.typed}
                onChange={({ target }) => onChange({ ...draft, typed: target.value })}
              />
            </span>
          )}
        </Field>
      )}
      {gratuityCents > 0 && (
        <p className="mt-2.5 text-14 text-ink-2">
          Your fare already held a gratuity of {formatCents(gratuityCents)}.
        </p>
      )}
    </fieldset>
  );
}

/** Error message for an invalid amount. */
export const TIP_PROBLEM = `Please enter an amount from ${formatDollars(MIN_TIP_CENTS)} to ${formatDollars(MAX_TIP_CENTS)}.`;

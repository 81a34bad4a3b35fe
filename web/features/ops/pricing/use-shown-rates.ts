import { useState } from 'react';
import type { Rates } from '#common/fares/rates.ts';
import type * as api from '#common/fares/rates-api.ts';
import { changedGroups } from './editable-rates.ts';
import { type RatesList, type RatesOnLine, ratesTimeline } from './format-rates.ts';
import { monthOf, shiftMonth } from './month-days.ts';
import { setRatesEdits, useRatesEdits } from './rates-edits.ts';

/**
 * Key of the draft's changes, whether it is saved or not: changes of new rates are kept when another admin
 * saves a draft.
 */
const DRAFT = 'draft';

/**
 * The version that the rates page shows, with its unsaved changes. These are kept in `useRatesEdits`, so that
 * they survive leaving the page.
 */
export function useShownRates(list: RatesList, today: string) {
  const [chosen, setChosen] = useState<string | null>(null);

  const line = ratesTimeline(list, today);
  const subject = subjectOf(line, chosen);
  const key = keyOf(subject);
  const stored = subject.rates ?? newRates(list, today);
  const edited = useRatesEdits((edits) => edits[key]);
  const rates = edited?.rates ?? stored;
  const before = ratesBefore(list, subject, rates.effectiveFrom);

  return {
    /** All versions, in order of their first day. */
    line,
    subject,
    rates,
    /** The stored version that the displayed rates are based on. */
    seen: edited ? edited.base : subject.rates,
    before,
    changes: changedGroups(before, rates),
    isOpen: subject.phase === 'draft' || subject.phase === 'scheduled',
    isDirty: changedGroups(stored, rates).length > 0 || rates.effectiveFrom !== stored.effectiveFrom,
    edit: (next: api.NewRates) =>
      setRatesEdits((now) => ({
        ...now,
        [key]: { rates: next, base: now[key] ? now[key].base : subject.rates },
      })),
    forgetEdits: () => setRatesEdits(({ [key]: _forgotten, ...others }) => others),
    /** Removes the changes that were just stored. Changes typed since remain, based on the stored version. */
    settle: (now: api.StaffRates) =>
      setRatesEdits(({ [key]: typed, ...others }) =>
        !typed || typed.rates === rates
          ? others
          : { ...others, [now.state === 'draft' ? DRAFT : now.id]: { rates: typed.rates, base: now } },
      ),
    /** Shows the version with this key; the draft for null. */
    show: setChosen,
  };
}

/** Returns the key of a version on the line: its id, or that of the draft. */
export const keyOf = ({ phase, rates }: RatesOnLine): string =>
  phase === 'draft' || !rates ? DRAFT : rates.id;

/** The chosen version; the draft if none is chosen or it no longer exists. */
function subjectOf(line: readonly RatesOnLine[], chosen: string | null): RatesOnLine {
  const found = line.find((version) => keyOf(version) === chosen) ?? line.at(-1);
  if (!found) throw new Error('the line has no draft');
  return found;
}

/**
 * New rates start as a copy of the last version, effective from the first of the month after it, or after
 * today.
 */
function newRates({ versions }: RatesList, today: string): api.NewRates {
  const last = versions.at(-1);
  if (!last) throw new Error('the list has no seeded rates');
  const month = monthOf(last.effectiveFrom > today ? last.effectiveFrom : today);
  return { vehicles: last.vehicles, fees: last.fees, effectiveFrom: `${shiftMonth(month, 1)}-01` };
}

/** The rates in effect until a version takes effect. */
function ratesBefore(
  { versions }: RatesList,
  { rates }: RatesOnLine,
  effectiveFrom: string,
): Rates & { effectiveFrom: string } {
  const others = versions.filter(({ id }) => id !== rates?.id);
  const before = others.findLast((each) => each.effectiveFrom < effectiveFrom) ?? versions[0];
  if (!before) throw new Error('the list has no seeded rates');
  return before;
}

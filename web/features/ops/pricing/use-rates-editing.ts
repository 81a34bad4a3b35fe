import { useState } from 'react';
import type { Rates } from '#common/fares/rates.ts';
import * as api from '#common/fares/rates-api.ts';
import { toast } from '#web/components/ui/toast.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { fieldErrors } from '#web/lib/field-errors.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { NOTHING_LOST } from '../use-staff-form.ts';
import { withoutRates, withStoredRates } from './change-rates-list.ts';
import { changedGroups } from './editable-rates.ts';
import { dayAndMonth, type RatesList, type RatesOnLine, ratesTimeline } from './format-rates.ts';
import { monthOf, shiftMonth } from './month-days.ts';
import { setRatesEdits, useRatesEdits } from './rates-edits.ts';

/**
 * Key of the draft's changes, whether it is saved or not: changes of new rates are kept when another admin
 * saves a draft.
 */
const DRAFT = 'draft';

/** What may need a confirmation. */
type Attempt = 'schedule' | 'drop';

/** An error that the page itself must handle. */
type Refusal =
  | { kind: 'large'; message: string; attempt: Attempt }
  | { kind: 'conflict'; message: string }
  | { kind: 'day'; message: string }
  | null;

interface RatesEditingOptions {
  list: RatesList;
  today: string;
  /** Updates the list after a write. */
  change: (edit: (list: RatesList) => RatesList) => void;
  /** Reloads the list. */
  refresh: () => Promise<void>;
}

/**
 * State and commands of the rates page: the displayed version, its unsaved changes, and saving them. Unsaved
 * changes are kept in `useRatesEdits`.
 */
export function useRatesEditing({ list, today, change, refresh }: RatesEditingOptions) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal>(null);

  const line = ratesTimeline(list, today);
  const subject = subjectOf(line, chosen);
  const key = keyOf(subject);
  const stored = subject.rates ?? newRates(list, today);
  const edited = useRatesEdits((edits) => edits[key]);
  const rates = edited?.rates ?? stored;
  /** The stored version that the displayed rates are based on. */
  const seen = edited ? edited.base : subject.rates;
  const isOpen = subject.phase === 'draft' || subject.phase === 'scheduled';
  const before = ratesBefore(list, subject, rates.effectiveFrom);
  const isDirty = changedGroups(stored, rates).length > 0 || rates.effectiveFrom !== stored.effectiveFrom;
  const changes = changedGroups(before, rates);

  const edit = (next: api.NewRates) => {
    setRatesEdits((now) => ({
      ...now,
      [key]: { rates: next, base: now[key] ? now[key].base : subject.rates },
    }));
    setRefusal(null);
  };
  const forgetEdits = () => setRatesEdits(({ [key]: _forgotten, ...others }) => others);
  /** Removes the changes that were just stored. Changes typed since remain, based on the stored version. */
  const settle = (now: api.StaffRates) =>
    setRatesEdits(({ [key]: typed, ...others }) =>
      !typed || typed.rates === rates
        ? others
        : { ...others, [now.state === 'draft' ? DRAFT : now.id]: { rates: typed.rates, base: now } },
    );

  /** Reloads the list after a successful write. An error is ignored, because the write itself succeeded. */
  const catchUp = () => refresh().catch(() => {});
  const receive = (now: api.StaffRates) => {
    change((known) => withStoredRates(known, now));
    settle(now);
  };

  const { run, isPending } = useInFlight(async (act: () => Promise<void>, attempt: Attempt = 'schedule') => {
    setRefusal(null);
    try {
      await act();
    } catch (error) {
      setRefusal(refusalOf(error, attempt));
    }
  });

  /** Saves the changes. @returns the stored version */
  const store = async (confirmLargeChange: boolean): Promise<api.StaffRates> => {
    const { effectiveFrom, vehicles, fees } = rates;
    const body = { effectiveFrom, vehicles, fees };
    const saved = seen
      ? await call(api.changeRates, { ratesId: seen.id, version: seen.version, confirmLargeChange, ...body })
      : await call(api.draftRates, body);
    receive(saved);
    return saved;
  };

  const saveDraft = () =>
    run(async () => {
      await store(false);
      await catchUp();
      toast.success('Draft saved', 'It applies to no one until scheduled.');
    });

  /** Schedules the draft, or saves the changes of a scheduled version. */
  const schedule = (confirmLargeChange = false) =>
    run(async () => {
      const isScheduled = subject.phase === 'scheduled';
      const saved = subject.rates && !isDirty ? subject.rates : await store(confirmLargeChange);
      if (!isScheduled) {
        const { id: ratesId, version } = saved;
        const scheduled = await call(api.scheduleRates, { ratesId, version, confirmLargeChange });
        receive(scheduled);
      }
      setChosen(saved.id);
      await catchUp();
      toast.success(
        isScheduled ? 'Rates saved' : 'Rates scheduled',
        `They take effect on ${dayAndMonth(saved.effectiveFrom)} at midnight.`,
      );
    });

  /**
   * Deletes the stored draft or scheduled rates, in the version displayed. If nothing is stored, only
   * discards the changes.
   */
  const drop = (confirmLargeChange?: true) =>
    run(async () => {
      if (seen) await call(api.dropRates, { ratesId: seen.id, version: seen.version, confirmLargeChange });
      if (seen) change((known) => withoutRates(known, seen.id));
      forgetEdits();
      setChosen(null);
      await catchUp();
      if (seen) toast.success(subject.phase === 'draft' ? 'Draft discarded' : 'Rates withdrawn');
    }, 'drop');

  const reload = () =>
    run(async () => {
      try {
        await refresh();
        forgetEdits();
      } catch (error) {
        setRefusal(refusal);
        toastFailure('Not reloaded', error, NOTHING_LOST);
      }
    });

  return {
    line,
    subject,
    rates,
    before,
    changes,
    isOpen,
    isDirty,
    isPending,
    refusal,
    edit,
    forgetEdits,
    saveDraft,
    schedule,
    drop,
    reload,
    leaveRefusal: () => setRefusal(null),
    choose: (version: RatesOnLine) => {
      setChosen(keyOf(version));
      setRefusal(null);
    },
  };
}

const keyOf = ({ phase, rates }: RatesOnLine): string => (phase === 'draft' || !rates ? DRAFT : rates.id);

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

function refusalOf(error: unknown, attempt: Attempt): Refusal {
  if (error instanceof ApiError) {
    const message = messageOf(error, '');
    if (error.code === 'LARGE_CHANGE') return { kind: 'large', message, attempt };
    if (error.code === 'EDIT_CONFLICT') return { kind: 'conflict', message };
    const day = fieldErrors(error.issues).effectiveFrom;
    if (day) return { kind: 'day', message: day };
  }
  toastFailure('Not saved', error, NOTHING_LOST);
  return null;
}

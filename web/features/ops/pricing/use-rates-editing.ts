import { useState } from 'react';
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
import { dayAndMonth, type RatesList, type RatesOnLine } from './format-rates.ts';
import { keyOf, useShownRates } from './use-shown-rates.ts';

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
 * State and commands of the rates page: the version shown, with its unsaved changes, and saving, scheduling
 * and withdrawing it.
 */
export function useRatesEditing({ list, today, change, refresh }: RatesEditingOptions) {
  const { seen, settle, forgetEdits, show, ...shown } = useShownRates(list, today);
  const { subject, rates, isDirty } = shown;
  const [refusal, setRefusal] = useState<Refusal>(null);

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
      show(saved.id);
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
      show(null);
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
    ...shown,
    isPending,
    refusal,
    edit: (next: api.NewRates) => {
      shown.edit(next);
      setRefusal(null);
    },
    forgetEdits,
    saveDraft,
    schedule,
    drop,
    reload,
    leaveRefusal: () => setRefusal(null),
    choose: (version: RatesOnLine) => {
      show(keyOf(version));
      setRefusal(null);
    },
  };
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

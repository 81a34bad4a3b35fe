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
import { monthOf, shiftMonth } from './month-days.ts';
import { changedGroups } from './rates-cells.ts';
import { setRatesEdits, useRatesEdits } from './rates-edits.ts';
import { withoutRates, withStoredRates } from './rates-list.ts';
import { dayAndMonth, type RatesList, type RatesOnLine, ratesOnLine } from './rates-words.ts';

/** The key of the one draft, saved or not: what is typed into new rates is not lost when somebody else saves a draft. */
const DRAFT = 'draft';

/** Why something was not done, where the page has to act on it. */
type Refusal =
  | { kind: 'large'; message: string }
  | { kind: 'conflict'; message: string }
  | { kind: 'day'; message: string }
  | null;

interface RatesEditingOptions {
  list: RatesList;
  today: string;
  /** Puts into the list what the page knows better after a write. */
  change: (edit: (list: RatesList) => RatesList) => void;
  /** Reads the list anew. */
  refresh: () => Promise<void>;
}

/** The version that is looked at, what is being changed of it, and what can be done with it. Changes wait in their store until they are saved. */
export function useRatesEditing({ list, today, change, refresh }: RatesEditingOptions) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal>(null);

  const line = ratesOnLine(list, today);
  const subject = subjectOf(line, chosen);
  const key = keyOf(subject);
  const stored = subject.rates ?? newRates(list, today);
  const edited = useRatesEdits((edits) => edits[key]);
  const rates = edited?.rates ?? stored;
  /** The stored version that is looked at. */
  const seen = edited ? edited.base : subject.rates;
  const isOpen = subject.phase === 'draft' || subject.phase === 'scheduled';
  const before = ratesUntil(list, subject, rates.effectiveFrom);
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
  /** Of a version that was stored forgets what was sent. What was typed since stays, as a change of what is stored now. */
  const settle = (now: api.StaffRates) =>
    setRatesEdits(({ [key]: typed, ...others }) =>
      !typed || typed.rates === rates
        ? others
        : { ...others, [now.state === 'draft' ? DRAFT : now.id]: { rates: typed.rates, base: now } },
    );

  /** What was done is done, also where the changes of others cannot be read after it. */
  const catchUp = () => refresh().catch(() => {});
  const receive = (now: api.StaffRates) => {
    change((known) => withStoredRates(known, now));
    settle(now);
  };

  const { run, isPending } = useInFlight(async (act: () => Promise<void>) => {
    setRefusal(null);
    try {
      await act();
    } catch (error) {
      setRefusal(refusalOf(error));
    }
  });

  /** Saves what was changed. @returns the version as it is stored now */
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
      toast.success('Draft saved', 'It counts for nobody until it is scheduled.');
    });

  /** Schedules the draft, or saves what was changed of a scheduled version. */
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

  /** Takes back what is stored, as it was looked at; of what is not, only the changes. */
  const drop = () =>
    run(async () => {
      if (seen) await call(api.dropRates, { ratesId: seen.id, version: seen.version });
      if (seen) change((known) => withoutRates(known, seen.id));
      forgetEdits();
      setChosen(null);
      await catchUp();
      if (seen) toast.success(subject.phase === 'draft' ? 'Draft discarded' : 'Rates taken back');
    });

  const reload = () =>
    run(async () => {
      try {
        await refresh();
        forgetEdits();
      } catch (error) {
        setRefusal(refusal);
        toastFailure('Not reloaded', error, "The server didn't answer. Nothing is lost; please try again.");
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

/** The version chosen; the draft where none is, or it is gone. */
function subjectOf(line: readonly RatesOnLine[], chosen: string | null): RatesOnLine {
  const found = line.find((version) => keyOf(version) === chosen) ?? line.at(-1);
  if (!found) throw new Error('the line has no draft');
  return found;
}

/** New rates begin as the last ones are, from the first of the month after them. */
function newRates({ versions }: RatesList, today: string): api.NewRates {
  const last = versions.at(-1);
  if (!last) throw new Error('the list has no seeded rates');
  const month = monthOf(last.effectiveFrom > today ? last.effectiveFrom : today);
  return { vehicles: last.vehicles, fees: last.fees, effectiveFrom: `${shiftMonth(month, 1)}-01` };
}

/** What counts until a version takes effect. */
function ratesUntil(
  { versions }: RatesList,
  { rates }: RatesOnLine,
  effectiveFrom: string,
): Rates & { effectiveFrom: string } {
  const others = versions.filter(({ id }) => id !== rates?.id);
  const before = others.findLast((each) => each.effectiveFrom < effectiveFrom) ?? versions[0];
  if (!before) throw new Error('the list has no seeded rates');
  return before;
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof ApiError) {
    const message = messageOf(error, '');
    if (error.code === 'LARGE_CHANGE') return { kind: 'large', message };
    if (error.code === 'EDIT_CONFLICT') return { kind: 'conflict', message };
    const day = fieldErrors(error.issues).effectiveFrom;
    if (day) return { kind: 'day', message: day };
  }
  toastFailure('Not saved', error, "The server didn't answer. Nothing is lost; please try again.");
  return null;
}

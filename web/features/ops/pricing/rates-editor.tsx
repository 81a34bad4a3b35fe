import { useState } from 'react';
import { addDays, MAX_DAYS_AHEAD } from '#common/time.ts';
import { Button } from '#web/components/ui/button.tsx';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { OPS_CONTROL } from '../ops-control.ts';
import { FeesList } from './fees-list.tsx';
import { changesText, dayAndMonth, type RatesList } from './format-rates.ts';
import type { RatesEditing } from './rate-cell.tsx';
import { RatesExample } from './rates-example.tsx';
import { RatesTable } from './rates-table.tsx';
import { RatesTimeline } from './rates-timeline.tsx';
import { useRatesEditing } from './use-rates-editing.ts';

interface RatesEditorProps {
  list: RatesList;
  today: string;
  /** Updates the list after a write. */
  change: (edit: (list: RatesList) => RatesList) => void;
  /** Reloads the list. */
  refresh: () => Promise<void>;
}

/** A version of the rates, to view or edit, with an example fare. */
export function RatesEditor(props: RatesEditorProps) {
  const { today } = props;
  const page = useRatesEditing(props);
  const [activeKey, goTo] = useState<string | null>(null);
  const { line, subject, rates, before, isOpen, refusal } = page;
  const isNow = line.some(({ phase, rates: each }) => phase === 'in effect' && each === before);
  const editing: RatesEditing = { rates, before, isOpen, activeKey, goTo, onChange: page.edit };

  return (
    <>
      <RatesTimeline
        line={line}
        subject={subject}
        onChoose={page.choose}
        day={
          isOpen && (
            <DateInput
              aria-label="Takes effect from"
              className={`${OPS_CONTROL} h-11! w-48! xl:pointer-fine:h-8!`}
              aria-invalid={refusal?.kind === 'day' || undefined}
              aria-describedby={refusal?.kind === 'day' ? 'rates-day' : undefined}
              min={addDays(today, 1)}
              max={addDays(today, MAX_DAYS_AHEAD)}
              value={rates.effectiveFrom}
              onChange={({ target: { value } }) => value && page.edit({ ...rates, effectiveFrom: value })}
            />
          )
        }
      />
      {refusal?.kind === 'day' && (
        <p id="rates-day" role="alert" className="pt-2 text-right text-14 text-danger">
          {refusal.message}
        </p>
      )}
      {refusal?.kind === 'conflict' && (
        <div
          role="alert"
          className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-item bg-sunken px-4 py-2 text-14"
        >
          <p className="flex-1">{refusal.message}</p>
          <Button variant="outline" className={OPS_CONTROL} isPending={page.isPending} onClick={page.reload}>
            Reload
          </Button>
        </div>
      )}
      <div className="grid items-start gap-x-14 gap-y-8 pt-2 pb-8 xl:grid-cols-[minmax(0,1fr)_27.75rem]">
        <RatesTable editing={editing} />
        <div className="grid content-start gap-6 pt-1">
          <RatesExample
            before={before}
            beforeTitle={isNow ? 'Now' : 'Before'}
            after={rates}
            afterTitle={
              subject.phase === 'in effect' ? 'In effect' : `From ${dayAndMonth(rates.effectiveFrom)}`
            }
          />
          <FeesList editing={editing} />
        </div>
      </div>
      {isOpen && <Foot page={page} />}
      {refusal?.kind === 'large' && (
        <Dialog
          isOpen
          onClose={page.leaveRefusal}
          title="More than half?"
          description={`${refusal.message} Is that what you mean?`}
        >
          <div className="flex gap-3 max-sm:flex-col-reverse sm:justify-end">
            <Button variant="outline" onClick={page.leaveRefusal}>
              Look again
            </Button>
            {refusal.attempt === 'drop' ? (
              <Button
                isPending={page.isPending}
                pendingLabel="Withdrawing..."
                onClick={() => page.drop(true)}
              >
                Withdraw it
              </Button>
            ) : (
              <Button isPending={page.isPending} pendingLabel="Saving..." onClick={() => page.schedule(true)}>
                Schedule it
              </Button>
            )}
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Sticky footer: the list of changes, and the buttons to save or discard them. */
function Foot({ page }: { page: ReturnType<typeof useRatesEditing> }) {
  const { subject, rates, changes, isDirty, isPending } = page;
  const isStored = subject.rates !== null;
  if (changes.length === 0 && !isDirty && !isStored) {
    return (
      <p className="border-line border-t py-4 text-14 text-ink-2">
        Click a rate or fee to change it. Nothing applies before its day.
      </p>
    );
  }
  const isScheduled = subject.phase === 'scheduled';
  return (
    <div className="sticky bottom-[calc(3.75rem+env(safe-area-inset-bottom))] z-20 -mx-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-bg px-5 py-3 text-14 sm:-mx-8 sm:px-8 xl:bottom-0">
      <p aria-live="polite" className="min-w-0 flex-1 basis-60 text-ink-2">
        <b className="font-semibold text-ink">{changesText(changes.length)}</b> {changes.join(', ')}
      </p>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>button]:flex-1 max-sm:[&>button]:px-2 max-sm:[&>button]:text-14">
        <Button
          variant="outline"
          className={isScheduled ? 'border-danger! text-danger!' : undefined}
          isUnavailable={isPending}
          onClick={() => page.drop()}
        >
          {isScheduled ? 'Withdraw it' : 'Discard draft'}
        </Button>
        {isScheduled && isDirty && (
          <Button variant="outline" isUnavailable={isPending} onClick={page.forgetEdits}>
            Undo changes
          </Button>
        )}
        {!isScheduled && isDirty && (
          <Button variant="outline" isUnavailable={isPending} onClick={page.saveDraft}>
            Save draft
          </Button>
        )}
        {(!isScheduled || isDirty) && (
          <Button
            isPending={isPending}
            isUnavailable={changes.length === 0}
            pendingLabel="Saving..."
            onClick={() => page.schedule()}
          >
            {isScheduled ? 'Save for' : 'Schedule for'} {dayAndMonth(rates.effectiveFrom)}
          </Button>
        )}
      </div>
    </div>
  );
}

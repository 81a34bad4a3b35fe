import { Printer } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useCallback, useEffect, useState } from 'react';
import { formatCents } from '#common/money.ts';
import { formatBeingChecked } from '#common/statements/being-checked.ts';
import type { Statement, StatementSummary } from '#common/statements/statement.ts';
import { readStatement } from '#common/statements/statements-api.ts';
import { formatWeek } from '#common/statements/week.ts';
import { formatDay } from '#common/time.ts';
import { Button } from '#web/components/ui/button.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { OpsPanel } from '../ops-panel.tsx';
import { OpsTableSkeleton } from '../ops-table.tsx';
import { ChangeForm } from './change-form.tsx';
import { BEING_CHECKED_NOTE, formatRideCount, signedCents } from './format-payout.ts';
import { StatementRides } from './statement-rides.tsx';

interface StatementPanelProps {
  summary: StatementSummary;
  isOver: boolean;
  now: Date;
  onChange: (summary: StatementSummary) => void;
  /** Called when a change may have been added, but no answer came; reloads the summary. */
  onUnknown: () => void;
  onPay: () => void;
  onClose: () => void;
}

/** A driver's week beside the list: rides, changes, payout. Prints without the page. Use a `key`. */
export function StatementPanel({
  summary,
  isOver,
  now,
  onChange,
  onUnknown,
  onPay,
  onClose,
}: StatementPanelProps) {
  const { driverId, driverName, week, paid, changes, paysCents } = summary;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rides may have changed with the sums
  const load = useCallback(
    (signal: AbortSignal) => call(readStatement, { driverId, week }, { signal }),
    [driverId, week, summary],
  );
  const { state, last, reload } = useLoaded(load);
  const [isAdding, setIsAdding] = useState(false);
  useTitleForPrint(`${driverName}, ${formatWeek(week, now)}`);

  const handleAdded = (statement: Statement) => {
    setIsAdding(false);
    onChange(statement);
  };

  return (
    <OpsPanel onClose={onClose} isPrintedAlone>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5 sm:px-8 sm:py-6 print:overflow-visible">
        <Dialog.Title className="display pr-12 text-28 wrap-anywhere">{driverName}</Dialog.Title>
        <Dialog.Description className="mt-1 mb-4 text-ink-2">
          {formatWeek(week, now)}, {formatRideCount(summary.rideCount)}
          {summary.underReviewCount && `, ${formatBeingChecked(summary.underReviewCount)}`}
          {paid && `, paid ${formatDay(new Date(paid.at), now)} by ${paid.by}`}
        </Dialog.Description>
        {state.phase === 'loading' && !last && (
          <OpsTableSkeleton label="Loading rides..." titles={['Day', 'Ride', 'Tip']} />
        )}
        {state.phase === 'failed' && (
          <FailedState title="We couldn’t load the rides" text={messageOf(state.error)} onRetry={reload} />
        )}
        {last && state.phase !== 'failed' && <StatementRides rides={last.rides} sums={last} />}
        {summary.underReviewCount && <p className="mt-3 text-14 text-ink-2">{BEING_CHECKED_NOTE}</p>}
      </div>
      <footer className="max-h-[60%] overflow-y-auto border-line border-t px-5 py-4 sm:px-8">
        <ul>
          {changes.map(({ id, at, by, reason, cents }) => (
            <li key={id} className="flex justify-between gap-4 py-1 text-14">
              <span className="min-w-0 wrap-anywhere">
                {reason}{' '}
                <span className="text-ink-2">
                  {by}, {formatDay(new Date(at), now)}
                </span>
              </span>
              <span className="figures">{signedCents(cents)}</span>
            </li>
          ))}
        </ul>
        <p className="flex items-baseline justify-between gap-4 py-2">
          <span className="font-medium">{isOver ? 'Pays' : 'Pays so far'}</span>
          <span className="figures text-28">{formatCents(paysCents)}</span>
        </p>
        {isAdding ? (
          <ChangeForm
            driverId={driverId}
            week={week}
            onAdded={handleAdded}
            onUnknown={onUnknown}
            onCancel={() => setIsAdding(false)}
          />
        ) : (
          <div className="mt-1 flex flex-wrap gap-2 print:hidden">
            {isOver && !paid && paysCents >= 0 && <Button onClick={onPay}>Mark as paid</Button>}
            {!paid && (
              <Button variant="outline" onClick={() => setIsAdding(true)}>
                Add a change
              </Button>
            )}
            <Button variant="quiet" className="ml-auto" onClick={() => window.print()}>
              <Printer aria-hidden size={18} />
              Print
            </Button>
          </div>
        )}
      </footer>
    </OpsPanel>
  );
}

/** Sets the document title while printing, because browsers use it as the name of the file. */
function useTitleForPrint(title: string): void {
  useEffect(() => {
    let before = document.title;
    const name = () => {
      before = document.title;
      document.title = title;
    };
    const restore = () => {
      document.title = before;
    };
    window.addEventListener('beforeprint', name);
    window.addEventListener('afterprint', restore);
    return () => {
      window.removeEventListener('beforeprint', name);
      window.removeEventListener('afterprint', restore);
    };
  }, [title]);
}

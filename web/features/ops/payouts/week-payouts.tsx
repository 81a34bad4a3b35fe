import { Download, Printer } from 'lucide-react';
import { useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import type { StatementSummary } from '#common/statements/statement.ts';
import { listStatements, MAX_STATEMENTS_PER_PAYMENT } from '#common/statements/statements-api.ts';
import { formatWeek, weekAt } from '#common/statements/week.ts';
import { addDays } from '#common/time.ts';
import { saveCsv } from '#web/components/save-csv.ts';
import { Button } from '#web/components/ui/button.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { OPS_CONTROL } from '../ops-control.ts';
import { OpsTableSkeleton } from '../ops-table.tsx';
import { PayDialog } from './pay-dialog.tsx';
import { payoutsCsv } from './payouts-csv.ts';
import { PeriodNavigator } from './period-navigator.tsx';
import { StatementPanel } from './statement-panel.tsx';
import { STATEMENT_COLUMNS, StatementTable } from './statement-table.tsx';

interface WeekPayoutsProps {
  /** The week's Monday. */
  week: string;
  now: Date;
}

/** The payouts of a week per driver, and marking them as paid. */
export function WeekPayouts({ week, now }: WeekPayoutsProps) {
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const thisWeek = weekAt(now);

  return (
    // Leaves room for the panel on wide screens.
    <div className="xl:has-[[data-beside-panel]]:pr-[35.5rem]">
      {/* Another week must not take the focus from the links to the adjacent ones. */}
      <PeriodNavigator
        title={formatWeek(week, now)}
        note={week === thisWeek ? 'this week so far' : null}
        unit="week"
        previous={`?week=${addDays(week, -7)}`}
        next={week < thisWeek ? `?week=${addDays(week, 7)}` : null}
      >
        <div ref={setActions} className="contents" />
      </PeriodNavigator>
      <WeekStatements key={week} week={week} now={now} actions={actions} />
    </div>
  );
}

interface WeekStatementsProps extends WeekPayoutsProps {
  /** Where the buttons of the week are rendered. */
  actions: HTMLElement | null;
}

/** The drivers of a week and the open statement. Use a `key` per week. */
function WeekStatements({ week, now, actions }: WeekStatementsProps) {
  const load = useCallback((signal: AbortSignal) => call(listStatements, { week }, { signal }), [week]);
  // `last` remains while reloading, so an open statement stays, with the change being typed into it.
  const { state, last, reload, change } = useLoaded(load);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [openId, setOpenId] = useState<string | null>(null);
  const [toPay, setToPay] = useState<readonly StatementSummary[] | null>(null);

  const loaded = state.phase === 'loaded' ? state.value : null;
  const statements = loaded?.statements ?? [];
  const isOver = last?.isOver ?? false;
  const payable = statements.filter(({ paid, paysCents }) => isOver && !paid && paysCents >= 0);
  const selected = statements.filter(({ driverId, paid }) => !paid && chosen.includes(driverId));
  const open = last?.statements.find(({ driverId }) => driverId === openId) ?? null;
  const title = formatWeek(week, now);

  const receive = (changed: readonly StatementSummary[]) =>
    change((before) => ({
      ...before,
      statements: before.statements.map(
        (each) => changed.find(({ driverId }) => driverId === each.driverId) ?? each,
      ),
    }));
  const close = () => {
    setToPay(null);
    setChosen([]);
  };

  return (
    <div data-beside-panel={open ? '' : undefined}>
      {actions &&
        statements.length > 0 &&
        createPortal(
          <WeekActions
            week={week}
            statements={statements}
            payable={payable}
            selected={selected}
            onSelect={setChosen}
            onPay={setToPay}
          />,
          actions,
        )}
      {state.phase === 'loading' && (
        <OpsTableSkeleton label="Loading payouts..." titles={STATEMENT_COLUMNS} />
      )}
      {state.phase === 'failed' && (
        <FailedState title="We couldn’t load the payouts" text={messageOf(state.error)} onRetry={reload} />
      )}
      {loaded && statements.length === 0 && (
        <EmptyState title="No payouts this week" text="Nobody completed a ride from Monday to Sunday." />
      )}
      {statements.length > 0 && (
        <>
          <StatementTable
            caption={`Payouts, ${title}`}
            statements={statements}
            isOver={isOver}
            now={now}
            chosen={chosen}
            openId={openId}
            onChoose={setChosen}
            onOpen={setOpenId}
          />
          <p className="py-4 text-14 text-ink-2">
            {isOver
              ? 'Weeks marked as paid keep their figures; later changes go in the week they are made.'
              : 'This week can be marked as paid from Monday on.'}
          </p>
        </>
      )}
      {open && (
        <StatementPanel
          key={open.driverId}
          summary={open}
          isOver={isOver}
          now={now}
          onChange={(summary) => {
            receive([summary]);
            // A list that is being loaded may be older than the change.
            if (!loaded) void reload();
          }}
          onUnknown={() => void reload()}
          onPay={() => setToPay([open])}
          onClose={() => setOpenId(null)}
        />
      )}
      {toPay && (
        <PayDialog
          week={week}
          title={title}
          statements={toPay}
          onPaid={(paid) => {
            receive(paid);
            close();
            // The reply lacks what an earlier request marked, and a list that is being loaded may be older.
            if (!loaded || paid.length < toPay.length) void reload();
          }}
          onConflict={() => {
            close();
            void reload();
          }}
          onUnknown={() => void reload()}
          onClose={() => setToPay(null)}
        />
      )}
    </div>
  );
}

interface WeekActionsProps {
  week: string;
  statements: readonly StatementSummary[];
  /** The statements that can be marked as paid, and the selected ones. */
  payable: readonly StatementSummary[];
  selected: readonly StatementSummary[];
  onSelect: (driverIds: readonly string[]) => void;
  onPay: (statements: readonly StatementSummary[]) => void;
}

/** The buttons of a week: print, save, select, and mark as paid. */
const WeekActions = ({ week, statements, payable, selected, onSelect, onPay }: WeekActionsProps) => (
  <>
    <Button variant="outline" className={OPS_CONTROL} onClick={() => window.print()}>
      <Printer aria-hidden size={16} />
      Print
    </Button>
    <Button
      variant="outline"
      className={OPS_CONTROL}
      onClick={() => saveCsv(`payouts-${week}.csv`, () => payoutsCsv(statements))}
    >
      <Download aria-hidden size={16} />
      CSV
    </Button>
    {payable.length > 1 && (
      <Button
        variant="quiet"
        className={OPS_CONTROL}
        onClick={() =>
          onSelect(
            selected.length > 0
              ? []
              : payable.slice(0, MAX_STATEMENTS_PER_PAYMENT).map(({ driverId }) => driverId),
          )
        }
      >
        {selected.length > 0 ? 'Select none' : 'Select all'}
      </Button>
    )}
    <Button
      variant={selected.length > 0 ? 'primary' : 'outline'}
      className={OPS_CONTROL}
      isUnavailable={selected.length === 0}
      onClick={() => onPay(selected)}
    >
      {selected.length > 0 ? `Mark ${selected.length} as paid` : 'Mark as paid'}
    </Button>
  </>
);

import { ChevronLeft, ChevronRight, Download, Printer } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { formatCents } from '#common/money.ts';
import { formatNotInSum } from '#common/statements/being-checked.ts';
import type { OwnStatement } from '#common/statements/statement.ts';
import { readOwnStatement } from '#common/statements/statements-api.ts';
import { formatWeek, weekAt, weekSchema } from '#common/statements/week.ts';
import { addDays, formatTimeWithZone } from '#common/time.ts';
import { saveCsv } from '#web/components/save-csv.ts';
import { Button } from '#web/components/ui/button.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { useNow } from '#web/lib/use-now.ts';
import { earningsCsv } from './earnings-csv.ts';
import { formatPayout, Payouts } from './payouts.tsx';
import { type RideAhead, WeekBars } from './week-bars.tsx';
import { WeekStatement } from './week-statement.tsx';

interface MyEarningsProps {
  /** Accepted rides, with their expected pay. */
  ahead: readonly RideAhead[];
  /** Increases when rides are completed or tipped, which reloads the data. */
  revision: number;
}

/** A driver's week (from the URL, or the current one): total, by day, by ride, and the payouts. */
export function MyEarnings({ ahead, revision }: MyEarningsProps) {
  const now = useNow();
  const [params] = useSearchParams();
  const current = weekAt(now);
  const week = weekSchema.safeParse(params.get('week')).data ?? current;
  const { state, shown, reload } = useWeek(week, revision);
  const statement = shown?.statement ?? null;
  const problem = state.phase === 'failed' ? messageOf(state.error) : null;

  return (
    <div aria-busy={state.phase === 'loading'}>
      <WeekTurner week={week} current={current} now={now} statement={statement} />
      {state.phase === 'loading' && !shown && <Skeleton className="mt-6 h-60" />}
      {problem && shown && <StaleWeek asOf={shown.asOf} problem={problem} onRetry={reload} />}
      {problem && !shown && (
        <FailedState title="We couldn't load your week" text={problem} onRetry={reload} />
      )}
      {statement && <Sums statement={statement} isCurrent={week === current} now={now} />}
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,372px)] print:hidden">
        {statement && <WeekBars statement={statement} ahead={ahead} now={now} />}
        <Payouts revision={revision} now={now} />
      </div>
      {statement && isEmpty(statement) && (
        <div className="mt-8">
          <EmptyState
            title={week === current ? 'No rides this week yet' : 'No rides that week'}
            text="Completed rides appear here"
          />
        </div>
      )}
      {statement && !isEmpty(statement) && (
        <WeekStatement statement={statement} isCurrent={week === current} now={now} />
      )}
    </div>
  );
}

const isEmpty = ({ rides, changes }: OwnStatement): boolean => rides.length + changes.length === 0;

interface ReadWeek {
  statement: OwnStatement;
  asOf: Date;
}

/** Loads a week. `shown` stays during a reload and after it failed. */
function useWeek(week: string, revision: number) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision is another reading
  const load = useCallback(
    async (signal: AbortSignal): Promise<ReadWeek> => {
      const statement = await call(readOwnStatement, { week }, { signal });
      return { statement, asOf: serverNow() };
    },
    [week, revision],
  );
  const { state, last, reload } = useLoaded(load);
  return { state, shown: last?.statement.week === week ? last : null, reload };
}

interface StaleWeekProps {
  asOf: Date;
  /** Why the reload failed. */
  problem: string;
  onRetry: () => void;
}

/** Shown above a week that failed to reload: the time of its data, and a button to retry. */
const StaleWeek = ({ asOf, problem, onRetry }: StaleWeekProps) => (
  <div
    role="alert"
    className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field bg-sunken px-4 py-2 text-14 print:hidden"
  >
    <p className="grow">
      These figures are from {formatTimeWithZone(asOf)}. {problem}
    </p>
    <Button variant="outline" onClick={onRetry}>
      Try again
    </Button>
  </div>
);

interface WeekTurnerProps {
  week: string;
  current: string;
  now: Date;
  /** Null while it cannot be saved or printed. */
  statement: OwnStatement | null;
}

function WeekTurner({ week, current, now, statement }: WeekTurnerProps) {
  const handleSave = () => statement && saveCsv(`earnings-${week}.csv`, () => earningsCsv(statement));
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-3 border-line border-b pb-6">
      <Turn label="Previous week" to={addDays(week, -7)}>
        <ChevronLeft aria-hidden size={20} />
      </Turn>
      <p aria-live="polite">
        <span className="font-semibold">{formatWeek(week, now)}</span>{' '}
        <span className="ml-1 text-14 text-ink-2 max-sm:hidden">
          {week === current && 'this week'}
          {week !== current && statement && formatPayout(statement, now)}
        </span>
      </p>
      <Turn label="Next week" to={week < current ? addDays(week, 7) : null}>
        <ChevronRight aria-hidden size={20} />
      </Turn>
      <div className="ml-auto flex flex-wrap justify-end gap-2 print:hidden">
        <Button variant="outline" isUnavailable={!statement} onClick={handleSave}>
          <Download aria-hidden size={18} /> CSV
        </Button>
        <Button variant="outline" isUnavailable={!statement} onClick={() => window.print()}>
          <Printer aria-hidden size={18} /> Print
        </Button>
      </div>
    </div>
  );
}

const TURN = '-ml-1 grid size-[44px] place-items-center rounded-field print:hidden';

/** @param to the week; null if there is none yet */
const Turn = ({ label, to, children }: { label: string; to: string | null; children: ReactNode }) =>
  to === null ? (
    <button type="button" aria-disabled aria-label={label} className={`${TURN} text-control`}>
      {children}
    </button>
  ) : (
    <Link to={`?week=${to}`} replace aria-label={label} className={`${TURN} hover:bg-sunken`}>
      {children}
    </Link>
  );

interface SumsProps {
  statement: OwnStatement;
  isCurrent: boolean;
  now: Date;
}

function Sums({ statement, isCurrent, now }: SumsProps) {
  const checked = statement.rides.filter((ride) => ride.isUnderReview).length;
  return (
    <dl className="grid grid-cols-2 items-end gap-x-8 gap-y-5 border-line border-b py-6 sm:grid-cols-4 lg:flex lg:flex-wrap">
      <div className="col-span-full lg:mr-8">
        <dt className="text-14 text-ink-2">
          {isCurrent ? 'Earned so far' : `Earned, ${uncapitalized(formatPayout(statement, now))}`}
        </dt>
        <dd className="figures text-40 text-gold-ink leading-tight sm:text-56">
          {formatCents(statement.paysCents)}
        </dd>
        {checked > 0 && <dd className="text-14 text-ink-2">{formatNotInSum(checked)}</dd>}
      </div>
      <Sum label="Rides">{statement.rideCount}</Sum>
      <Sum label="Your 80%">{formatCents(statement.shareCents)}</Sum>
      <Sum label="Tips">{formatCents(statement.tipCents)}</Sum>
      {statement.changeCents !== 0 && <Sum label="Changes">{formatCents(statement.changeCents)}</Sum>}
    </dl>
  );
}

const uncapitalized = (words: string): string => `${words.charAt(0).toLowerCase()}${words.slice(1)}`;

const Sum = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="lg:border-line lg:border-l lg:pr-8 lg:pl-8">
    <dt className="text-14 text-ink-2">{label}</dt>
    <dd className="figures text-28 leading-tight">{children}</dd>
  </div>
);

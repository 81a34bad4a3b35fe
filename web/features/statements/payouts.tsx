import { ChevronRight } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ReplyOf } from '#common/endpoint.ts';
import { formatDate } from '#common/format-date-time.ts';
import { formatCents } from '#common/money.ts';
import type { OwnStatement } from '#common/statements/statement.ts';
import { listOwnStatements } from '#common/statements/statements-api.ts';
import { formatWeek, weekAt } from '#common/statements/week.ts';
import { addDays, formatDay } from '#common/time.ts';
import { Button } from '#web/components/ui/button.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { countOf } from './week-statement.tsx';

const FAILED = 'We couldn’t load your payouts. The server didn’t answer.';

interface PayoutsProps {
  /** Increases when payouts may have changed, which reloads the weeks shown. */
  revision: number;
  now: Date;
}

/** A driver's next payout, and the earlier weeks with their totals, each linked to its statement. */
export function Payouts({ revision, now }: PayoutsProps) {
  const pages = useRef(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision is another reading
  const load = useCallback((signal: AbortSignal) => readPages(() => pages.current, signal), [revision]);
  const { state, reload } = useLoaded(load);
  const [read, setRead] = useState<Page | null>(null);
  const [shown, setShown] = useState<Page | null>(null);
  if (state.phase === 'loaded' && state.value !== read) {
    setRead(state.value);
    setShown(state.value);
  }
  const [problem, setProblem] = useState<string | null>(null);

  const { run: loadMore, isPending } = useInFlight(async () => {
    const after = shown?.next;
    if (!after) return;
    setProblem(null);
    // A concurrent reload includes this page too, and may finish first.
    pages.current += 1;
    try {
      const page = await call(listOwnStatements, { after });
      setShown((known) => (known?.next === after ? withPage(known, page) : known));
    } catch (error) {
      pages.current -= 1;
      setProblem(messageOf(error, FAILED));
    }
  });

  return (
    <section
      aria-labelledby="payouts"
      aria-busy={state.phase === 'loading'}
      className="rounded-card border border-line bg-surface p-5 sm:p-7"
    >
      <h2 id="payouts" className="display text-28">
        Payouts
      </h2>
      {state.phase === 'loading' && !shown && <Skeleton className="mt-4 h-40" />}
      {state.phase === 'failed' && (
        <div className="mt-4 grid justify-items-start gap-4">
          <p role="alert">{messageOf(state.error, FAILED)}</p>
          <Button variant="outline" onClick={reload}>
            Try again
          </Button>
        </div>
      )}
      {shown && (
        <>
          <Weeks statements={shown.statements} now={now} />
          <p role="alert" className="mt-4 text-14 text-danger empty:hidden">
            {problem}
          </p>
          {shown.next && (
            <Button
              variant="outline"
              className="mt-4 w-full"
              isPending={isPending}
              pendingLabel="Loading..."
              onClick={loadMore}
            >
              Show earlier weeks
            </Button>
          )}
        </>
      )}
    </section>
  );
}

type Page = ReplyOf<typeof listOwnStatements>;

const withPage = ({ statements }: Page, page: Page): Page => ({
  ...page,
  statements: [...statements, ...page.statements],
});

/** Reads the first pages of weeks. `count` is called after each page, as the number needed may grow. */
async function readPages(count: () => number, signal: AbortSignal): Promise<Page> {
  let known = await call(listOwnStatements, {}, { signal });
  for (let read = 1; read < count() && known.next; read += 1)
    known = withPage(known, await call(listOwnStatements, { after: known.next }, { signal }));
  return known;
}

function Weeks({ statements, now }: { statements: readonly OwnStatement[]; now: Date }) {
  const current = statements.find(({ week }) => week === weekAt(now));
  const past = statements.filter((statement) => statement !== current);
  return (
    <>
      {current && (
        <div className="mt-4 flex items-end justify-between gap-4">
          <p className="leading-snug">
            {formatDate(addDays(current.week, 7), now)}
            <span className="block text-14 text-ink-2">this week so far</span>
          </p>
          <p className="figures text-28 leading-tight">{formatCents(current.paysCents)}</p>
        </div>
      )}
      {past.length > 0 && <RouteLine size="half" start="none" end="none" className="mt-4" />}
      <ul>
        {past.map((statement) => (
          <li key={statement.week} className="border-line border-b last:border-0">
            <Link
              to={`?week=${statement.week}`}
              className="flex min-h-13 items-center gap-3 py-2.5 text-14 hover:text-gold-ink"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{formatWeek(statement.week, now)}</span>{' '}
                <span className="text-ink-2">
                  {formatPayout(statement, now)}, {countOf(statement.rideCount)}
                </span>
              </span>
              <span className="figures text-16">{formatCents(statement.paysCents)}</span>
              <ChevronRight aria-hidden size={18} className="shrink-0 text-ink-2" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Formats as `Paid Mon 16 Nov` or `Due Mon 16 Nov`. A week is paid on the Monday after it. */
export const formatPayout = ({ week, paidAt }: OwnStatement, now: Date): string =>
  paidAt ? `Paid ${formatDay(new Date(paidAt), now)}` : `Due ${formatDate(addDays(week, 7), now)}`;

import { useCallback, useState } from 'react';
import type { OwnStatement } from '#common/statements/statement.ts';
import { listOwnStatements } from '#common/statements/statements-api.ts';
import { weekAt } from '#common/statements/week.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { useNow } from '#web/lib/use-now.ts';
import { OwnWeek } from './own-week.tsx';

/** A driver's weeks, newest first: what each pays, whether it is paid, and the rides behind it. */
export function MyWeeks() {
  const load = useCallback((signal: AbortSignal) => call(listOwnStatements, {}, { signal }), []);
  const { state, reload, change } = useLoaded(load);
  const [problem, setProblem] = useState<string | null>(null);
  const now = useNow();

  const { run: loadMore, isPending } = useInFlight(async () => {
    const after = state.phase === 'loaded' ? state.value.next : null;
    if (!after) return;
    setProblem(null);
    try {
      const page = await call(listOwnStatements, { after });
      change((known) => ({ ...page, statements: [...known.statements, ...page.statements] }));
    } catch (error) {
      setProblem(messageOf(error, FAILED));
    }
  });

  return (
    <section aria-label="My Weeks" aria-busy={state.phase === 'loading'} className="mb-10 sm:mb-12">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="display text-28">My Weeks</h2>
        <p className="text-14 text-ink-2">80% of the base rate, and the whole tip</p>
      </div>
      {state.phase === 'loading' && <WeekSkeletons />}
      {state.phase === 'failed' && (
        <div className="flex flex-wrap items-center justify-between gap-4 border-line border-t py-5">
          <p role="alert">{messageOf(state.error, FAILED)}</p>
          <Button variant="outline" onClick={reload}>
            Try again
          </Button>
        </div>
      )}
      {state.phase === 'loaded' && (
        <>
          <Weeks statements={state.value.statements} now={now} />
          <p role="alert" className="mt-4 text-14 text-danger empty:hidden">
            {problem}
          </p>
          {state.value.next && (
            <Button
              variant="outline"
              className="mt-4"
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

const FAILED = 'We couldn’t load your weeks. The server didn’t answer.';

const Weeks = ({ statements, now }: { statements: readonly OwnStatement[]; now: Date }) => (
  <div className="border-line border-t">
    {statements.map((statement) => (
      <OwnWeek
        key={statement.week}
        statement={statement}
        isCurrent={statement.week === weekAt(now)}
        now={now}
      />
    ))}
  </div>
);

const WeekSkeletons = () => (
  <div aria-hidden className="border-line border-t">
    {[0, 1].map((row) => (
      <div key={row} className="flex justify-between gap-8 border-line border-b py-5">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="h-4 w-20" />
      </div>
    ))}
  </div>
);

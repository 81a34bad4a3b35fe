import { X } from 'lucide-react';
import { useState } from 'react';
import type { AuditEntry } from '#common/audit-log/audit-entry.ts';
import { readAuditLog } from '#common/audit-log/audit-log-api.ts';
import { formatDay, toInstant } from '#common/time.ts';
import { Button } from '#web/components/ui/button.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useNow } from '#web/lib/use-now.ts';
import { OpsTableSkeleton } from '../ops-table.tsx';
import { usePages } from '../use-pages.ts';
import type { LogFilters } from './log-filters.ts';
import { LOG_COLUMNS, LogDays } from './log-table.tsx';

interface LogListProps {
  /** Must not change: use a `key`. */
  filters: LogFilters;
  onFilter: (filters: LogFilters) => void;
}

/** The entries that match the filters, newest first, page by page. */
export function LogList({ filters, onFilter }: LogListProps) {
  // `filters` is a new object on every render, but equal for the lifetime of the component.
  const [read] = useState(() => async (after?: string, signal?: AbortSignal) => {
    const { entries, next } = await call(readAuditLog, { ...filters, ...(after && { after }) }, { signal });
    return { items: entries, next };
  });
  const { state, reload, loadMore, isLoadingMore } = usePages(read);

  if (state.phase === 'loading') return <OpsTableSkeleton label="Loading the log..." titles={LOG_COLUMNS} />;
  if (state.phase === 'failed') {
    return <FailedState title="We couldn’t load the log" text={messageOf(state.error)} onRetry={reload} />;
  }
  const { items: entries, next } = state.value;
  return (
    <>
      <Chips filters={filters} entries={entries} onFilter={onFilter} />
      {entries.length === 0 && next === null && <NothingFound filters={filters} onFilter={onFilter} />}
      {entries.length === 0 && next !== null && <p className="py-6 text-ink-2">Nothing found so far.</p>}
      <LogDays entries={entries} onFilter={(more) => onFilter({ ...filters, ...more })} />
      {next !== null && (
        <div className="mt-4 flex justify-end">
          <Button
            variant="outline"
            className="text-14!"
            isPending={isLoadingMore}
            pendingLabel="Loading..."
            onClick={() => loadMore(next)}
          >
            {filters.q ? 'Search further back' : 'Older'}
          </Button>
        </div>
      )}
    </>
  );
}

interface FilteredProps {
  filters: LogFilters;
  onFilter: (filters: LogFilters) => void;
}

/** The filters that have no control elsewhere, each with a button to remove it. */
function Chips({ filters, entries, onFilter }: FilteredProps & { entries: readonly AuditEntry[] }) {
  const { actorId, subjectId } = filters;
  const [first] = entries;
  const chips = [
    ...(actorId ? [{ label: `Who ${first?.actor.name ?? 'one person'}`, drop: { actorId: undefined } }] : []),
    ...(subjectId
      ? [
          {
            label: `On ${first?.subject.name ?? first?.subject.kind ?? 'one thing'}`,
            drop: { subjectId: undefined },
          },
        ]
      : []),
  ];
  if (chips.length === 0) return null;
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      {chips.map(({ label, drop }) => (
        <button
          key={label}
          type="button"
          aria-label={`${label}: remove this filter`}
          onClick={() => onFilter({ ...filters, ...drop })}
          className="inline-flex min-h-11 items-center gap-2 rounded-item bg-sunken px-3 text-14 font-medium xl:pointer-fine:min-h-9"
        >
          {label}
          <X aria-hidden size={16} />
        </button>
      ))}
    </div>
  );
}

function NothingFound({ filters, onFilter }: FilteredProps) {
  const now = useNow();
  const { topic, ...others } = filters;
  const { q, on } = others;
  const day = on ? toInstant(on, '12:00') : null;
  const clear = (
    <Button variant="outline" className="text-14!" onClick={() => onFilter(topic ? { topic } : {})}>
      Clear filters
    </Button>
  );
  if (Object.keys(others).length === 0) {
    const text = topic
      ? 'Sign-ins and failed attempts are recorded from now on.'
      : 'What people do here is recorded from now on.';
    return <EmptyState title="Nothing logged yet" text={text} />;
  }
  const onDay = day ? ` on ${formatDay(day, now)}` : '';
  return q ? (
    <EmptyState title="No entry fits" text={`“${q}”${onDay}.`} action={clear} />
  ) : (
    <EmptyState
      title={`Nothing logged${on ? ' on this day' : ''}`}
      text={`No entries${onDay}.`}
      action={clear}
    />
  );
}

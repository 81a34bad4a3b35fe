import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AuditEntry } from '#common/audit-log/audit-entry.ts';
import { capitalize } from '#common/capitalize.ts';
import { dateInVegas, formatDay, formatTimeWithSeconds } from '#common/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { OpsTable } from '../ops-table.tsx';
import { describeChange } from './describe-change.ts';
import type { LogFilters } from './log-filters.ts';

/** Titles of the log's columns. */
export const LOG_COLUMNS = ['Las Vegas time', 'Who', 'As', 'What', 'On', 'From'] as const;

interface LogDaysProps {
  /** Newest first. */
  entries: readonly AuditEntry[];
  /** Filters the log by one person or one subject. */
  onFilter: (filters: Pick<LogFilters, 'actorId' | 'subjectId'>) => void;
}

/** Entries of the audit log, one table per day. */
export function LogDays({ entries, onFilter }: LogDaysProps) {
  const now = useNow();
  return [...groupByDay(entries)].map(([date, lines]) => {
    const day = formatDay(new Date(lines[0]?.at ?? date), now);
    return (
      <section key={date} className="mb-6">
        <h2 className="display mb-1 text-22">{day}</h2>
        <LogTable caption={`Log of ${day}`} entries={lines} onFilter={onFilter} />
      </section>
    );
  });
}

function groupByDay(entries: readonly AuditEntry[]): Map<string, AuditEntry[]> {
  const days = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const date = dateInVegas(new Date(entry.at));
    const lines = days.get(date);
    if (lines) lines.push(entry);
    else days.set(date, [entry]);
  }
  return days;
}

function LogTable({ caption, entries, onFilter }: LogDaysProps & { caption: string }) {
  const [time, who, as, what, on, from] = LOG_COLUMNS;
  return (
    <OpsTable
      caption={caption}
      rows={entries}
      rowKey={({ id }) => id}
      columns={[
        {
          title: time,
          cell: ({ at }) => formatTimeWithSeconds(new Date(at)),
          className:
            'figures whitespace-nowrap text-ink-2 lg:w-32 max-lg:col-start-2 max-lg:row-start-1 max-lg:text-right',
        },
        {
          title: who,
          cell: ({ actor: { id, name } }) => (
            <FilterButton
              label={`Only what ${name} did`}
              onPress={id === null ? null : () => onFilter({ actorId: id })}
            >
              <span className="font-medium">{name}</span>
            </FilterButton>
          ),
          className: 'lg:w-44 max-lg:col-start-1 max-lg:row-start-1',
        },
        {
          title: as,
          cell: ({ actor }) => ROLES[actor.role],
          className:
            'text-ink-2 lg:w-28 max-lg:col-start-2 max-lg:row-start-2 max-lg:self-start max-lg:text-right',
        },
        {
          title: what,
          cell: (entry) => <What entry={entry} />,
          className: 'max-lg:col-start-1 max-lg:row-start-2',
        },
        {
          title: on,
          cell: ({ subject: { kind, id, name } }) => (
            <FilterButton
              label={`Only what was done to ${name ?? id}`}
              onPress={() => onFilter({ subjectId: id })}
            >
              <span className="wrap-anywhere">
                <span className="text-ink-2">{capitalize(kind)}</span> {name ?? id}
              </span>
            </FilterButton>
          ),
          className: 'lg:w-[26%] max-lg:col-start-1 max-lg:row-start-3',
        },
        {
          title: from,
          cell: ({ actor }) => actor.address,
          className:
            'figures wrap-anywhere text-ink-2 lg:w-36 max-lg:col-start-2 max-lg:row-start-3 max-lg:text-right',
        },
      ]}
    />
  );
}

const ROLES: Readonly<Record<AuditEntry['actor']['role'], string | null>> = {
  rider: 'Rider',
  driver: 'Driver',
  dispatcher: 'Dispatcher',
  admin: 'Admin',
  worker: null,
  visitor: 'Visitor',
};

/** What happened, followed by what changed. */
function What({ entry }: { entry: AuditEntry }) {
  const isRefusal = /\b(refused|failed)\b/.test(entry.action);
  return (
    <>
      <span className={isRefusal ? 'text-danger' : undefined}>{capitalize(entry.action)}</span>
      {describeChange(entry).map(({ field, before, after }) => (
        <span key={field} className="mt-0.5 block text-ink-2 wrap-anywhere">
          {field}: {before !== null && before}
          {before !== null && after !== null && (
            <>
              <ArrowRight aria-hidden size={13} className="mx-1 inline align-[-0.1em]" />
              <span className="sr-only"> to </span>
            </>
          )}
          {after !== null ? <span className="text-ink">{after}</span> : ' (removed)'}
        </span>
      ))}
    </>
  );
}

interface FilterButtonProps {
  label: string;
  /** Null if there is nothing to filter by. */
  onPress: (() => void) | null;
  children: ReactNode;
}

/** A name that, when pressed, filters the log by it. */
const FilterButton = ({ label, onPress, children }: FilterButtonProps) =>
  onPress ? (
    <button
      type="button"
      title={label}
      onClick={onPress}
      className="text-left hover:underline max-lg:min-h-11 lg:inline"
    >
      {children}
    </button>
  ) : (
    children
  );

import clsx from 'clsx';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { capitalize } from '#common/capitalize.ts';
import { type Colleague, type InboxRow, type InboxState, inboxStateSchema } from '#common/messages/inbox.ts';
import type { InboxPage } from '#common/messages/inbox-api.ts';
import { Button } from '#web/components/ui/button.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { Initials } from '#web/components/ui/initials.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { messageOf } from '#web/lib/message-of.ts';
import { useNow } from '#web/lib/use-now.ts';
import { RowRing } from '../row-ring.tsx';
import { type InboxFilters, writeFilters } from './inbox-filters.ts';
import { KIND_NAMES, STATE_NAMES, shortAge } from './inbox-names.ts';
import { useInboxGroup } from './use-inbox-group.ts';

interface InboxListProps {
  /** Must not change: use a `key`. */
  filters: InboxFilters;
  me: Colleague;
  others: readonly Colleague[];
  openId: string | null;
  /** Called with whether there are messages to choose from, once that is known and whenever it changes. */
  onChoice: (hasRows: boolean) => void;
  onClear: () => void;
}

/** Contents of a group: `rows`; `empty`; `unread`, none on the pages loaded so far; `failed`, not loaded. */
type Content = 'rows' | 'empty' | 'unread' | 'failed';

/** What a group reports to the list. */
interface GroupState {
  content: Content;
  failure: unknown;
  reload: () => Promise<void>;
}

/** The messages grouped by state, each group with its own pages. */
export function InboxList({ filters, me, others, openId, onChoice, onClear }: InboxListProps) {
  const states = filters.state ? [filters.state] : inboxStateSchema.options;
  const [groups, setGroups] = useState<Partial<Record<InboxState, GroupState>>>({});
  const note = (state: InboxState, group: GroupState) => setGroups((known) => ({ ...known, [state]: group }));
  const isFiltered = Object.keys(filters).length > 0;

  const hasRows = states.some((state) => groups[state]?.content === 'rows');
  const isKnown = hasRows || states.every((state) => groups[state]);
  const failed = states.flatMap((state) => {
    const group = groups[state];
    return group?.content === 'failed' ? group : [];
  });
  const hasFailed = failed.length > 1 && failed.length === states.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports these changes only
  useEffect(() => {
    if (isKnown) onChoice(hasRows);
  }, [isKnown, hasRows]);

  return (
    <>
      {states.map((state) => (
        <Group
          key={state}
          filters={filters}
          state={state}
          openId={openId}
          isFailureShown={!hasFailed}
          onChange={note}
        />
      ))}
      {hasFailed && (
        <div className="p-5 sm:px-8">
          <FailedState
            title="We couldn’t load the inbox"
            text={messageOf(failed[0]?.failure)}
            onRetry={() => Promise.all(failed.map(({ reload }) => reload()))}
          />
        </div>
      )}
      {states.every((state) => groups[state]?.content === 'empty') && (
        <div className="px-5 py-8 sm:px-8">
          {isFiltered ? (
            <EmptyState
              title="No message fits"
              text={formatFilters(filters, (id) => formatAssignee(id, me, others))}
              action={
                <Button variant="outline" className="text-14!" onClick={onClear}>
                  Clear filters
                </Button>
              }
            />
          ) : (
            <EmptyState title="Nothing to answer" text="New messages appear here as they arrive." />
          )}
        </div>
      )}
    </>
  );
}

/** The assignee filter in words. Names are unknown until loaded, and for former colleagues. */
function formatAssignee(assignee: string, me: Colleague, others: readonly Colleague[]): string {
  if (assignee === me.id) return 'mine';
  if (assignee === 'nobody') return 'nobody’s';
  return others.find(({ id }) => id === assignee)?.name ?? 'one person’s';
}

function formatFilters(
  { state, kind, assignee, q }: InboxFilters,
  format: (assignee: string) => string,
): string {
  const words = [
    state && STATE_NAMES[state],
    kind && KIND_NAMES[kind].toLowerCase(),
    assignee && format(assignee),
    q && `“${q}”`,
  ];
  const text = words.filter(Boolean).join(', ');
  return `${capitalize(text)}.`;
}

interface GroupProps {
  filters: InboxFilters;
  state: InboxState;
  openId: string | null;
  /** False when every group has failed; the list then shows one error. */
  isFailureShown: boolean;
  onChange: (state: InboxState, group: GroupState) => void;
}

function Group({ filters, state, openId, isFailureShown, onChange }: GroupProps) {
  const { page, changedAt, failure, reload, loadMore, isPending } = useInboxGroup({ ...filters, state });
  const content = page ? contentOf(page) : failure !== null && 'failed';
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports these changes only
  useEffect(() => {
    if (content) onChange(state, { content, failure, reload });
  }, [content, failure]);

  if (failure !== null) {
    return (
      isFailureShown && (
        <div className="p-5 sm:px-8">
          <FailedState
            title={`We couldn’t load ${STATE_NAMES[state].toLowerCase()} messages`}
            text={messageOf(failure)}
            onRetry={reload}
          />
        </div>
      )
    );
  }
  if (!page) return <GroupSkeleton state={state} />;
  if (content === 'empty') return null;
  return (
    <section aria-labelledby={`inbox-${state}`} className="px-1 pb-3 sm:px-4">
      <h2 id={`inbox-${state}`} className="flex items-baseline gap-2.5 border-line border-b px-4 pt-4 pb-2.5">
        <span className="display text-22">{STATE_NAMES[state]}</span>{' '}
        <span className="figures font-normal text-14 text-ink-2">{page.total ?? page.rows.length}</span>
      </h2>
      <ul>
        {page.rows.map((row) => (
          <li key={row.id} className="relative border-line border-b">
            <RowRing changedAt={changedAt[row.id]} />
            <Row row={row} filters={filters} isOpen={row.id === openId} />
          </li>
        ))}
      </ul>
      {page.next !== null && (
        <Button
          variant="outline"
          className="mt-3 ml-4 text-14!"
          isPending={isPending}
          pendingLabel="Loading..."
          onClick={() => page.next !== null && loadMore(page.next)}
        >
          {filters.q ? 'Search further back' : 'Older'}
        </Button>
      )}
    </section>
  );
}

function contentOf({ rows, next }: InboxPage): Content {
  if (rows.length > 0) return 'rows';
  return next === null ? 'empty' : 'unread';
}

function Row({ row, filters, isOpen }: { row: InboxRow; filters: InboxFilters; isOpen: boolean }) {
  const now = useNow();
  const { id, kind, state, subject, from, detail, assignee, receivedAt, movedAt } = row;
  const since = new Date(state === 'open' ? receivedAt : movedAt);
  return (
    <Link
      to={{ search: writeFilters(filters, id).toString() }}
      aria-current={isOpen || undefined}
      className={clsx(
        'grid min-h-15 grid-cols-[minmax(0,1fr)_auto_2rem] items-center gap-x-3 rounded-item px-4 text-14 sm:grid-cols-[6.25rem_minmax(0,1fr)_auto_2rem] sm:max-xl:grid-cols-[minmax(0,1fr)_auto_2rem]',
        isOpen ? 'bg-sunken outline-2 outline-gold-ink -outline-offset-1' : 'hover:bg-sunken',
      )}
    >
      <span
        className={clsx(
          'text-12 max-xl:hidden',
          kind === 'lost-item' ? 'font-medium text-gold-ink' : 'text-ink-2',
        )}
      >
        {KIND_NAMES[kind]}
      </span>
      <span className="min-w-0 py-2">
        <span className="block truncate font-semibold">{subject}</span>
        <span className="block truncate text-ink-2">
          <span className="xl:hidden">{KIND_NAMES[kind]}, </span>
          {detail ? `${from}, ${detail}` : from}
        </span>
      </span>
      <span className="text-ink-2">{shortAge(since, now)}</span>
      {assignee ? (
        <>
          <Initials name={assignee.name} size={32} className={isOpen ? 'bg-surface!' : undefined} />
          <span className="sr-only">, {assignee.name} has it</span>
        </>
      ) : (
        <>
          <span aria-hidden className="size-8 rounded-full border border-control border-dashed" />
          <span className="sr-only">, nobody has it</span>
        </>
      )}
    </Link>
  );
}

const GroupSkeleton = ({ state }: { state: InboxState }) => (
  <div aria-busy className="px-5 sm:px-8">
    <span role="status" className="sr-only">{`Loading ${STATE_NAMES[state].toLowerCase()} messages...`}</span>
    {[0, 1, 2].map((row) => (
      <div key={row} aria-hidden className="grid h-15 content-center gap-2 border-line border-b">
        <Skeleton className="h-3 w-48 rounded-full" />
        <Skeleton className="h-3 w-32 rounded-full" />
      </div>
    ))}
  </div>
);

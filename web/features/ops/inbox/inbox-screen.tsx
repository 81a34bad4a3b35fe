import clsx from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Colleague, inboxStateSchema, messageKindSchema } from '#common/messages/inbox.ts';
import { listColleagues } from '#common/messages/inbox-api.ts';
import { LiveMark } from '#web/components/ui/live-mark.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { call } from '#web/lib/call.ts';
import { useConnectionStore } from '#web/lib/connection-store.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { OpsHeader } from '../ops-header.tsx';
import { SearchField } from '../search-field.tsx';
import { FilterSelect } from './filter-select.tsx';
import { type InboxFilters, readFilters, writeFilters } from './inbox-filters.ts';
import { InboxList } from './inbox-list.tsx';
import { KIND_NAMES, STATE_NAMES } from './inbox-names.ts';
import { ThreadPanel } from './thread-panel.tsx';

const readColleagues = (signal: AbortSignal) => call(listColleagues, {}, { signal });

/**
 * Messages, leads and lost items: the list, with the open one beside it. The filters and the open message are
 * in the URL.
 */
export function InboxScreen({ me }: { me: Colleague }) {
  const [search, setSearch] = useSearchParams();
  const filters = readFilters(search);
  const messageId = search.get('message');
  const { state: colleagues } = useLoaded(readColleagues);
  const others = colleagues.phase === 'loaded' ? colleagues.value.filter(({ id }) => id !== me.id) : [];
  const { state, since } = useConnectionStore();
  const [hasChoice, setHasChoice] = useState(false);

  // The latest requested filters: `setSearch` takes effect on a later render, and changes made until then
  // must build on them.
  const latestFilters = useRef(filters);
  useEffect(() => {
    latestFilters.current = readFilters(search);
  }, [search]);
  const show = (next: InboxFilters) => {
    latestFilters.current = next;
    setSearch(writeFilters(next, messageId), { replace: true });
  };
  const change = (part: InboxFilters) => show({ ...latestFilters.current, ...part });

  return (
    <div className="-mx-5 -mb-8 sm:-mx-8">
      <div className={clsx('border-line border-b px-5 sm:px-8', messageId && 'max-lg:hidden')}>
        <OpsHeader
          title="Inbox"
          note={<LiveMark state={state} since={since} shownFrom={state === 'reconnecting' ? since : null} />}
        >
          <FilterSelect
            label="State"
            value={filters.state ?? ''}
            options={inboxStateSchema.options.map((value) => ({ value, label: STATE_NAMES[value] }))}
            onChange={(value) => change({ state: inboxStateSchema.safeParse(value).data })}
          />
          <FilterSelect
            label="Kind"
            value={filters.kind ?? ''}
            options={messageKindSchema.options.map((value) => ({ value, label: KIND_NAMES[value] }))}
            onChange={(value) => change({ kind: messageKindSchema.safeParse(value).data })}
          />
          <FilterSelect
            label="Assignee"
            value={filters.assignee ?? ''}
            options={[
              { value: me.id, label: 'Mine' },
              { value: 'nobody', label: 'Nobody’s' },
              ...others.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(value) => change({ assignee: value || undefined })}
          />
          <SearchField
            label="Search the inbox"
            placeholder="Name, email, words"
            text={filters.q ?? ''}
            onSearch={(q) => change({ q: q || undefined })}
            className="max-sm:w-full sm:w-56"
          />
        </OpsHeader>
      </div>
      <div className="max-lg:pb-8 lg:grid lg:min-h-[calc(100dvh-8.75rem)] lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] xl:grid-cols-[minmax(0,33.5rem)_minmax(0,1fr)]">
        <div className={clsx('min-w-0 lg:border-line lg:border-r', messageId && 'max-lg:hidden')}>
          <InboxList
            key={writeFilters(filters).toString()}
            filters={filters}
            me={me}
            others={others}
            openId={messageId}
            onChoice={setHasChoice}
            onClear={() => show({})}
          />
        </div>
        <div
          className={clsx(
            'min-w-0 px-5 sm:px-8 lg:sticky lg:top-15 lg:max-h-[calc(100dvh-3.75rem)] lg:self-start lg:overflow-y-auto xl:px-12',
            !messageId && 'max-lg:hidden',
          )}
        >
          {messageId === null ? (
            hasChoice && <NothingChosen />
          ) : (
            <ThreadPanel
              key={messageId}
              messageId={messageId}
              me={me}
              others={others}
              backTo={writeFilters(filters).toString()}
            />
          )}
        </div>
      </div>
    </div>
  );
}

/** Placeholder beside the list until a message is opened. */
const NothingChosen = () => (
  <div className="grid justify-items-center pt-32 text-center">
    <RouteLine end="hollow" isFading className="mb-6 w-45" />
    <p className="display text-28">Choose a message</p>
    <p className="mt-2 text-ink-2">It opens here, with its replies.</p>
  </div>
);

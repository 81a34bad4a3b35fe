import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { dateInVegas } from '#common/time.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { OPS_CONTROL } from '../ops-control.ts';
import { OpsHeader } from '../ops-header.tsx';
import { PageTabs } from '../page-tabs.tsx';
import { SearchField } from '../search-field.tsx';
import { type LogFilters, readFilters, writeFilters } from './log-filters.ts';
import { LogList } from './log-list.tsx';

/** The audit log: who did what to what, when and from where. Its filters are in the URL. */
export function LogScreen() {
  const [search, setSearch] = useSearchParams();
  const filters = readFilters(search);
  const key = writeFilters(filters).toString();

  // The latest requested filters: `setSearch` takes effect on a later render, and changes made until then
  // must build on them.
  const latestFilters = useRef(filters);
  useEffect(() => {
    latestFilters.current = readFilters(search);
  }, [search]);
  const show = (next: LogFilters) => {
    latestFilters.current = next;
    setSearch(writeFilters(next), { replace: true });
  };
  const change = (part: LogFilters) => show({ ...latestFilters.current, ...part });

  return (
    <>
      <OpsHeader title="Log" tabs={<PageTabs label="Log topic" tabs={topicTabs(filters)} />}>
        <SearchField
          label="Search the log"
          placeholder="Name, action, address"
          text={filters.q ?? ''}
          onSearch={(q) => change({ q })}
        />
        <input
          type="date"
          aria-label="Day in Las Vegas"
          value={filters.on ?? ''}
          max={dateInVegas(serverNow())}
          onChange={({ target }) => change({ on: target.value })}
          className={`${OPS_CONTROL} border border-control bg-surface px-3 max-sm:w-38 dark:bg-sunken`}
        />
      </OpsHeader>
      <LogList key={key} filters={filters} onFilter={show} />
      <p className="py-4 text-14 text-ink-2">
        Entries never change and are kept for 400 days; rider and driver sign-ins, and failed ones, for 90.
      </p>
    </>
  );
}

/** Tabs for the whole log and for security entries only; other filters are kept. */
const topicTabs = ({ topic, ...others }: LogFilters) => [
  { to: addressOf(others), label: 'Everything', isCurrent: topic === undefined },
  {
    to: addressOf({ ...others, topic: 'security' }),
    label: 'Security',
    isCurrent: topic === 'security',
  },
];

const addressOf = (filters: LogFilters): string => `?${writeFilters(filters)}`;

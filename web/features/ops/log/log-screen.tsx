import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { dateInVegas } from '#common/time.ts';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { serverNow } from '#web/lib/server-clock.ts';
import { OPS_CONTROL } from '../ops-control.ts';
import { OpsHead } from '../ops-head.tsx';
import { type LogFilters, readFilters, writeFilters } from './log-filters.ts';
import { LogList } from './log-list.tsx';

/** The audit log: who did what to what, when and from where. Its filters are the address's. */
export function LogScreen() {
  const [search, setSearch] = useSearchParams();
  const filters = readFilters(search);
  const key = writeFilters(filters).toString();

  // What was asked for last: the address is rendered a moment later, and a change made meanwhile builds on it.
  const asked = useRef(filters);
  useEffect(() => {
    asked.current = readFilters(search);
  }, [search]);
  const show = (next: LogFilters) => {
    asked.current = next;
    setSearch(writeFilters(next), { replace: true });
  };
  const change = (part: LogFilters) => show({ ...asked.current, ...part });

  return (
    <>
      <OpsHead title="Log">
        <SearchField text={filters.q ?? ''} onSearch={(q) => change({ q })} />
        <input
          type="date"
          aria-label="Day in Las Vegas"
          value={filters.on ?? ''}
          max={dateInVegas(serverNow())}
          onChange={({ target }) => change({ on: target.value })}
          className={`${OPS_CONTROL} border border-control bg-surface px-3 max-sm:w-38 dark:bg-sunken`}
        />
      </OpsHead>
      <LogList key={key} filters={filters} onFilter={show} />
      <p className="py-4 text-14 text-ink-2">Lines are never changed, and kept for 400 days.</p>
    </>
  );
}

/** How long the typing has to rest before the search runs. */
const REST_MS = 300;

interface SearchFieldProps {
  /** What is searched for now. */
  text: string;
  onSearch: (text: string) => void;
}

/** Searches once the typing rests, and at Enter at once. */
function SearchField({ text, onSearch }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);
  // Cleared from elsewhere, as by Clear filters.
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = text;
  }, [text]);

  // By the time the typing rests another filter may have been set, which an older `onSearch` knows nothing of.
  const latest = useRef({ text, onSearch });
  useEffect(() => {
    latest.current = { text, onSearch };
  });

  const search = () => {
    clearTimeout(timer.current);
    const wanted = field.current?.value.trim() ?? '';
    if (wanted !== latest.current.text) latest.current.onSearch(wanted);
  };

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    search();
  };

  const handleChange = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(search, REST_MS);
  };

  return (
    <form onSubmit={handleSubmit} className="relative min-w-0 flex-1 sm:w-64">
      <Search
        aria-hidden
        size={16}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-2"
      />
      <TextInput
        ref={field}
        type="search"
        aria-label="Search the log"
        placeholder="Name, act, address"
        defaultValue={text}
        maxLength={100}
        onChange={handleChange}
        className={`${OPS_CONTROL} h-auto! pl-9!`}
      />
    </form>
  );
}

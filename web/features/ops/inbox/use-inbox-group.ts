import { useEffect, useRef, useState } from 'react';
import type { InboxRow } from '#common/messages/inbox.ts';
import { type InboxPage, listInbox } from '#common/messages/inbox-api.ts';
import { toast } from '#web/components/ui/toast.ts';
import { mountList, reloadList } from '#web/lib/active-lists.ts';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { onOps, opsChannel } from '#web/lib/ops-channel.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import type { InboxFilters } from './inbox-filters.ts';
import { receiveRow } from './inbox-rows.ts';

/** How long changes gather before a list that became stale is read again. */
const GATHER_MS = 500;

/** Changes kept for a list that is being read. */
const MEANWHILE_MOST = 200;

/** The messages that meet the filters, live, with when an event last changed each, in milliseconds. The filters stay the same for as long as it is mounted. */
export function useInboxGroup(filters: InboxFilters) {
  const [page, setPage] = useState<InboxPage | null>(null);
  const [changedAt, setChangedAt] = useState<Readonly<Record<string, number>>>({});
  const current = useRef<InboxPage | null>(null);
  /** How many pages are on screen. */
  const depth = useRef(1);
  const [failure, setFailure] = useState<unknown>(null);
  const [initial] = useState(filters);
  const reload = useRef<() => Promise<void>>(async () => {});

  const show = (next: InboxPage) => {
    current.current = next;
    setPage(next);
  };
  const latestShow = useRef(show);

  useEffect(() => {
    const show = latestShow.current;
    let isMounted = true;
    let latest: object | null = null;
    let gathering: ReturnType<typeof setTimeout> | undefined;

    /** What came while a list was read, which the list may not have yet. */
    let meanwhile: InboxRow[] = [];

    /** The version last told of each message: one that has left the list is brought back by newer news only. */
    const told = new Map<string, number>();

    const isNews = ({ id, version }: InboxRow): boolean => {
      if (version <= (told.get(id) ?? 0)) return false;
      told.set(id, version);
      return true;
    };
    const receive = (rows: readonly InboxRow[]) => {
      for (const row of rows) {
        if (!current.current) return;
        const received = receiveRow(current.current, row, initial);
        if (received.isStale) loadSoon();
        if (received.page !== current.current) setChangedAt((known) => ({ ...known, [row.id]: Date.now() }));
        show(received.page);
      }
    };
    const load = async (): Promise<boolean> => {
      const reading = {};
      latest = reading;
      meanwhile = [];
      try {
        await opsChannel()?.watch();
        const read = await fetchWithTimeout((signal) => readPages(initial, depth, signal));
        if (!isMounted || latest !== reading) return true;
        show(read);
        setFailure(null);
        receive(meanwhile);
        return true;
      } catch (error) {
        if (isMounted && latest === reading) setFailure(error);
        return false;
      }
    };
    const loadSoon = () => {
      clearTimeout(gathering);
      gathering = setTimeout(() => void reloadList(load), GATHER_MS);
    };
    reload.current = () => reloadList(load);

    const forget = mountList(load);
    const unlisten = onOps('inbox:changed', (rows) => {
      const news = rows.filter(isNews);
      meanwhile = [...meanwhile, ...news].slice(-MEANWHILE_MOST);
      receive(news);
    });
    return () => {
      isMounted = false;
      clearTimeout(gathering);
      forget();
      unlisten();
    };
  }, [initial]);

  const { run: loadMore, isPending } = useInFlight(async (after: string) => {
    const known = current.current;
    try {
      const more = await call(listInbox, { ...initial, after });
      depth.current += 1;
      // Where something changed meanwhile, the page may not follow on what is there now.
      if (current.current === known) show({ ...more, rows: [...(known?.rows ?? []), ...more.rows] });
      else await reload.current();
    } catch (error) {
      toast.error('Not loaded', messageOf(error, 'The server didn’t answer. Please try again.'));
    }
  });

  return {
    page,
    changedAt,
    failure: page ? null : failure,
    reload: () => reload.current(),
    loadMore,
    isPending,
  };
}

/** Reads as many pages as are on screen, one more where it has come there meanwhile. */
async function readPages(
  filters: InboxFilters,
  depth: { readonly current: number },
  signal: AbortSignal,
): Promise<InboxPage> {
  let page = await call(listInbox, filters, { signal });
  for (let read = 1; read < depth.current && page.next !== null; read += 1) {
    const more = await call(listInbox, { ...filters, after: page.next }, { signal });
    page = { ...more, rows: [...page.rows, ...more.rows] };
  }
  return page;
}

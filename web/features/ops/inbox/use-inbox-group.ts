import { useEffect, useRef, useState } from 'react';
import type { InboxRow } from '#common/messages/inbox.ts';
import { type InboxPage, listInbox } from '#common/messages/inbox-api.ts';
import { toast } from '#web/components/ui/toast.ts';
import { mountList, reloadList } from '#web/lib/active-lists.ts';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { messageOf, NO_ANSWER_RETRY } from '#web/lib/message-of.ts';
import { onOps, opsChannel } from '#web/lib/ops-channel.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import type { InboxFilters } from './inbox-filters.ts';
import { receiveRow } from './inbox-rows.ts';

/** Debounce before a stale list is reloaded, in milliseconds. */
const GATHER_MS = 500;

/** Maximum number of changes kept while a list is being loaded. */
const MEANWHILE_MOST = 200;

/**
 * The messages that match the filters, live. `changedAt` is when an event last changed each, in milliseconds.
 * The filters must not change while mounted.
 */
export function useInboxGroup(filters: InboxFilters) {
  const [page, setPage] = useState<InboxPage | null>(null);
  const [changedAt, setChangedAt] = useState<Readonly<Record<string, number>>>({});
  const current = useRef<InboxPage | null>(null);
  /** Number of pages on screen. */
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

    /** Changes received while the list is being loaded, which its reply may not include. */
    let meanwhile: InboxRow[] = [];

    /** The latest version of each message, so that an older event cannot re-add one that left the list. */
    const latestVersions = new Map<string, number>();

    const isNewer = ({ id, version }: InboxRow): boolean => {
      if (version <= (latestVersions.get(id) ?? 0)) return false;
      latestVersions.set(id, version);
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
      const newer = rows.filter(isNewer);
      meanwhile = [...meanwhile, ...newer].slice(-MEANWHILE_MOST);
      receive(newer);
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
      // If the list changed in the meantime, the page may not follow on from it.
      if (current.current === known) show({ ...more, rows: [...(known?.rows ?? []), ...more.rows] });
      else await reload.current();
    } catch (error) {
      toast.error('Not loaded', messageOf(error, NO_ANSWER_RETRY));
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

/** Loads as many pages as are on screen, including a page added while loading. */
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

import type { Alert } from '#common/alerts/alert.ts';
import { listAlerts } from '#common/alerts/alerts-api.ts';
import type { BoardFilters, BoardGroup } from '#common/rides/board.ts';
import { type BoardPage, listBoardRides } from '#common/rides/board-api.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { messageOf, NO_ANSWER } from '#web/lib/message-of.ts';
import { opsChannel } from '#web/lib/ops-channel.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { createRequestCounter } from '#web/lib/snapshots.ts';
import { BOARD_GROUPS } from './board-groups.ts';
import {
  beginBoard,
  failBoard,
  type GroupReading,
  receiveBoard,
  receiveOpenAlerts,
  receivePage,
  useBoardStore,
} from './board-store.ts';

const alertRequests = createRequestCounter();
const boardRequests = createRequestCounter();

let notifyOfOpened = (_opened: readonly Alert[]): void => {};

/** Sets who is notified of alerts that have opened between two loads. @returns a function that ends it */
export function watchOpenedAlerts(notify: typeof notifyOfOpened): () => void {
  notifyOfOpened = notify;
  return () => {
    notifyOfOpened = () => {};
  };
}

/**
 * Loads the open alerts, after subscribing to their changes. Notifies of those that have opened since the
 * last load.
 *
 * @returns whether they were loaded
 */
export async function loadAlerts(): Promise<boolean> {
  try {
    await opsChannel()?.watch();
    const before = useBoardStore.getState().alerts;
    const request = alertRequests.begin();
    const open = await fetchWithTimeout((signal) => call(listAlerts, {}, { signal }));
    if (!alertRequests.accept(request)) return true;
    notifyOfOpened(receiveOpenAlerts(open, before));
    return true;
  } catch {
    // Alerts on screen stay; the status next to the lists shows that the connection is down.
    return false;
  }
}

/**
 * Reloads all groups of the board, each with as many pages as were loaded before, after subscribing to
 * changes.
 *
 * @returns whether they were loaded
 */
export async function loadBoard(filters: BoardFilters): Promise<boolean> {
  // Called synchronously, so that replies to requests with other filters are discarded from here on.
  const known = beginBoard(filters);
  const request = boardRequests.begin();
  try {
    await opsChannel()?.watch();
    const { pages } = useBoardStore.getState();
    const now = serverNow();
    const [attention, next, later, past, current] = await fetchWithTimeout((signal) => {
      const read = (group: BoardGroup) =>
        readGroup({ group, filters, depth: pages?.[group].depth ?? 1, signal });
      return Promise.all([read('attention'), read('next'), read('later'), read('past'), read('now')]);
    });
    // Rides are grouped by their alerts, so the groups would be wrong without them.
    if (!useBoardStore.getState().areAlertsKnown && !(await loadAlerts())) throw new Error(NO_ANSWER);
    if (boardRequests.accept(request))
      receiveBoard(known, { attention, now: current, next, later, past }, now);
    return true;
  } catch (error) {
    if (boardRequests.isCurrent(request)) failBoard(known, messageOf(error));
    return false;
  }
}

interface GroupOrder {
  group: BoardGroup;
  filters: BoardFilters;
  depth: number;
  signal: AbortSignal;
}

async function readGroup({ group, filters, depth, signal }: GroupOrder): Promise<GroupReading> {
  const rides: StaffRide[] = [];
  let read = 0;
  let last: Pick<BoardPage, 'next' | 'count'> = { next: null, count: 0 };
  do {
    const page: BoardPage = await call(listBoardRides, queryOf(group, filters, last.next), { signal });
    rides.push(...page.rides);
    last = page;
    read += 1;
  } while (read < depth && last.next !== null);
  return { rides, last, depth: read };
}

/** Omits filters that are not set: `undefined` would be sent as text. */
const queryOf = (group: BoardGroup, filters: BoardFilters, after: string | null) => ({
  group,
  ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value)),
  ...(after !== null && { after }),
});

/** Loads the next page of a group. @throws ApiError */
export async function loadMore(group: BoardGroup): Promise<void> {
  const { filters, pages } = useBoardStore.getState();
  const after = pages?.[group].next ?? null;
  if (after === null) return;
  const page = await fetchWithTimeout((signal) =>
    call(listBoardRides, queryOf(group, filters, after), { signal }),
  );
  receivePage(group, filters, page, serverNow());
}

/** Searches rides in every group, in the order of the groups. @throws ApiError */
export async function searchRides(q: string, signal: AbortSignal): Promise<StaffRide[]> {
  const pages = await Promise.all(
    BOARD_GROUPS.map((group) => call(listBoardRides, queryOf(group, { q }, null), { signal })),
  );
  return pages.flatMap(({ rides }) => rides);
}

import { listAlerts } from '#common/alerts/alerts-api.ts';
import type { BoardFilters, BoardGroup } from '#common/rides/board.ts';
import { type BoardPage, listBoardRides } from '#common/rides/board-api.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { opsChannel } from '#web/lib/ops-channel.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { countRequests } from '#web/lib/snapshots.ts';
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

const NO_ANSWER = 'The server didn’t answer.';

const alertRequests = countRequests();
const boardRequests = countRequests();

/** Reads the open alerts, with every change after them while connected. @returns whether they came */
export async function loadAlerts(): Promise<boolean> {
  try {
    await opsChannel()?.watch();
    const before = useBoardStore.getState().alerts;
    const request = alertRequests.begin();
    const open = await fetchWithTimeout((signal) => call(listAlerts, {}, { signal }));
    if (alertRequests.take(request)) receiveOpenAlerts(open, before);
    return true;
  } catch {
    // What is on screen stays; the mark beside the lists says that the connection is down.
    return false;
  }
}

/** Reads all groups of the board as deep as they have been read, with every change after that. @returns whether they came */
export async function loadBoard(filters: BoardFilters): Promise<boolean> {
  // At once, so that the answer to a question asked with other filters is dropped from here on.
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
    // Without the alerts a ride would stand where it does not belong.
    if (!useBoardStore.getState().areAlertsKnown && !(await loadAlerts())) throw new Error(NO_ANSWER);
    if (boardRequests.take(request)) receiveBoard(known, { attention, now: current, next, later, past }, now);
    return true;
  } catch (error) {
    if (boardRequests.isWanted(request)) failBoard(known, messageOf(error, NO_ANSWER));
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

/** Without the filters that are not set: they would be sent as text. */
const queryOf = (group: BoardGroup, filters: BoardFilters, after: string | null) => ({
  group,
  ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value)),
  ...(after !== null && { after }),
});

/** Reads the next page of a group. @throws ApiError */
export async function loadMore(group: BoardGroup): Promise<void> {
  const { filters, pages } = useBoardStore.getState();
  const after = pages?.[group].next ?? null;
  if (after === null) return;
  const page = await fetchWithTimeout((signal) =>
    call(listBoardRides, queryOf(group, filters, after), { signal }),
  );
  receivePage(group, filters, page, serverNow());
}

/** Finds rides in every group, those that matter most first. @throws ApiError */
export async function searchRides(q: string, signal: AbortSignal): Promise<StaffRide[]> {
  const pages = await Promise.all(
    BOARD_GROUPS.map((group) => call(listBoardRides, queryOf(group, { q }, null), { signal })),
  );
  return pages.flatMap(({ rides }) => rides);
}

import { useEffect, useLayoutEffect, useRef } from 'react';
import type { BoardFilters } from '#common/rides/board.ts';
import type { StaffRole } from '#common/users/user.ts';
import { mountList, resyncLists } from '#web/lib/active-lists.ts';
import { onOps, opsChannel } from '#web/lib/ops-channel.ts';
import { alertsArrived } from './alert-arrived.ts';
import type { ListedGroup } from './board-groups.ts';
import { forgetBoard, receiveAlertEvent, receiveBoardEvent, useBoardStore } from './board-store.ts';
import { loadAlerts, loadBoard, loadMore, watchOpenedAlerts } from './load-board.ts';

/** Number of mounted users: the first one joins the live updates, the last one leaves. */
let users = 0;
let leave = () => {};

/**
 * Keeps the board's store live while the component is mounted: rides as they change, and the open alerts. One
 * mount is enough, such as the console's frame; several share one subscription.
 *
 * @param staffId the signed-in user; another user starts with an empty board
 * @param role their role, which decides about the links of alerts
 */
export function useOpsLive(staffId: string | null, role: StaffRole): void {
  useEffect(() => {
    if (staffId === null) return;
    users += 1;
    if (users === 1) leave = join(role);
    return () => {
      users -= 1;
      if (users === 0) leave();
    };
  }, [staffId, role]);
}

function join(role: StaffRole): () => void {
  const stops = [
    onOps('board:changed', (rides) => receiveBoardEvent(rides)),
    onOps('alert:changed', (alerts) => alertsArrived(receiveAlertEvent(alerts), role)),
    watchOpenedAlerts((opened) => alertsArrived(opened, role)),
    mountList(loadAlerts),
  ];
  return () => {
    for (const stop of stops) stop();
    opsChannel()?.unwatch();
    forgetBoard();
  };
}

/** Debounce before counts are reloaded after an event that may have changed them, in milliseconds. */
const RECOUNT_MS = 3_000;

/** Loads the board's lists, and keeps them up to date while the component is mounted. */
export function useBoardLists(filters: BoardFilters): void {
  // A layout effect, so that replies to requests with the old filters are discarded before the new filters'
  // rows are shown.
  useLayoutEffect(() => mountList(() => loadBoard(filters)), [filters]);

  const drift = useBoardStore((state) => state.drift);
  useEffect(() => {
    if (drift === 0) return;
    const timer = setTimeout(resyncLists, RECOUNT_MS);
    return () => clearTimeout(timer);
  }, [drift]);
}

/** A group with fewer rides than this loads its next page automatically: rides leave it as time passes. */
const LOW = 10;

/**
 * Loads the next page of each group that has become short. Each page is requested once; if that fails, the
 * button for more remains.
 */
export function useRefill(groups: readonly ListedGroup[]): void {
  const pages = useBoardStore((state) => state.pages);
  const asked = useRef(new Set<string>());
  useEffect(() => {
    for (const { group, rides } of groups) {
      const next = pages?.[group].next ?? null;
      if (next === null || rides.length >= LOW || asked.current.has(next)) continue;
      asked.current.add(next);
      void loadMore(group).catch(() => {});
    }
  }, [groups, pages]);
}

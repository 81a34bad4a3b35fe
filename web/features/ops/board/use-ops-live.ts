import { useEffect, useLayoutEffect, useRef } from 'react';
import type { BoardFilters } from '#common/rides/board.ts';
import { mountList, resyncLists } from '#web/lib/active-lists.ts';
import { onOps, opsChannel } from '#web/lib/ops-channel.ts';
import { alertsArrived } from './alert-arrived.ts';
import type { ListedGroup } from './board-groups.ts';
import { forgetBoard, receiveAlertEvent, receiveBoardEvent, useBoardStore } from './board-store.ts';
import { loadAlerts, loadBoard, loadMore } from './load-board.ts';

/** Users of the live console on screen: the first one joins, the last one leaves. */
let users = 0;
let leave = () => {};

/**
 * Keeps the store of the board live while the component is on screen: rides as they change, and the open alerts. One of the
 * components that use it, such as the console's frame, is enough.
 *
 * @param staffId who is signed in; somebody else begins with an empty board
 */
export function useOpsLive(staffId: string | null): void {
  useEffect(() => {
    if (staffId === null) return;
    users += 1;
    if (users === 1) leave = join();
    return () => {
      users -= 1;
      if (users === 0) leave();
    };
  }, [staffId]);
}

function join(): () => void {
  const stops = [
    onOps('board:changed', (rides) => receiveBoardEvent(rides)),
    onOps('alert:changed', (alerts) => alertsArrived(receiveAlertEvent(alerts))),
    mountList(loadAlerts),
  ];
  return () => {
    for (const stop of stops) stop();
    opsChannel()?.unwatch();
    forgetBoard();
  };
}

/** Before counts are read again after an event that may have changed them, in milliseconds. */
const RECOUNT_MS = 3_000;

/** Keeps the lists of the board right while the component is on screen. */
export function useBoardLists(filters: BoardFilters): void {
  // As the rows of new filters are shown: an answer to the old ones may take none of them away any more.
  useLayoutEffect(() => mountList(() => loadBoard(filters)), [filters]);

  const drift = useBoardStore((state) => state.drift);
  useEffect(() => {
    if (drift === 0) return;
    const timer = setTimeout(resyncLists, RECOUNT_MS);
    return () => clearTimeout(timer);
  }, [drift]);
}

/** A group that lists fewer rides than this asks for its next page by itself: time moves rides out of it. */
const LOW = 10;

/** Reads on where time has moved most of what was read into another group. A page that does not come is left to the button. */
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

import { useMemo, useState } from 'react';
import type { BoardFilters, BoardGroup } from '#common/rides/board.ts';
import { BOARD_PAGE } from '#common/rides/board-api.ts';
import { toast } from '#web/components/ui/toast.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { isFiltered } from './board-filters.ts';
import { type ListedGroup, listGroups, otherAlerts } from './board-groups.ts';
import { type BoardItem, itemsOf } from './board-items.ts';
import { useBoardStore } from './board-store.ts';
import { loadMore } from './load-board.ts';
import { useListHold } from './use-list-hold.ts';
import { useRefill } from './use-ops-live.ts';
import { useSteadyGroups } from './use-steady-groups.ts';

interface Listing {
  filters: BoardFilters;
  now: Date;
  /** Whether the ride at the cursor is open in the drawer. */
  isBeside: boolean;
}

/**
 * The lines of the board's table. While the user may be about to press something in it, rows stay where they
 * are.
 */
export function useListedRides({ filters, now, isBeside }: Listing) {
  const { rides, alerts, pages } = useBoardStore();
  const [unfolded, setUnfolded] = useState<ReadonlySet<BoardGroup>>(new Set());
  const live = useMemo(
    () => listGroups({ rides, alerts, filters, now }, pages),
    [rides, alerts, filters, now, pages],
  );
  useRefill(live);
  const { isHeld, listProps } = useListHold(isBeside);
  const depths = Object.values(pages ?? {}).map(({ depth }) => depth);
  const steady = useSteadyGroups(live, {
    isHeld,
    wanted: JSON.stringify([filters, depths]),
    rides,
  });
  const isNarrowed = isFiltered(filters);
  const itemsIn = (groups: readonly ListedGroup[]) =>
    itemsOf(groups, {
      alerts: isNarrowed ? [] : otherAlerts(alerts),
      unfolded: isNarrowed ? null : unfolded,
      page: BOARD_PAGE,
    });
  const items = itemsIn(steady.groups);
  const shown = rideIdsOf(items);

  /** Unfolds a group; loads more of its rides if it is unfolded already. */
  const showMore = async (group: BoardGroup) => {
    const isFolded = !isNarrowed && !unfolded.has(group);
    setUnfolded((groups) => new Set(groups).add(group));
    if (isFolded) return;
    try {
      await loadMore(group);
    } catch (error) {
      toast.error('We couldn’t load more rides', messageOf(error));
    }
  };

  return {
    items,
    /** Ids of the rides in displayed order. */
    shown,
    /** Ids of the rides that will be listed once the held rows are released. */
    live: steady.moved === 0 ? shown : rideIdsOf(itemsIn(live)),
    /** Number of rides that belong elsewhere by now. */
    moved: steady.moved,
    release: steady.release,
    /** The event handlers for the list's element. */
    listProps,
    showMore,
  };
}

const rideIdsOf = (items: readonly BoardItem[]): string[] =>
  items.flatMap((item) => (item.kind === 'ride' ? [item.ride.id] : []));

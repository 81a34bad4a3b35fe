import clsx from 'clsx';
import { type ReactNode, useMemo, useState } from 'react';
import type { StaffDriver } from '#common/drivers/driver.ts';
import type { BoardFilters } from '#common/rides/board.ts';
import type { StaffRole } from '#common/users/user.ts';
import { ListStatus, StaleBanner } from '#web/components/list-status.tsx';
import { useConnectionStore } from '#web/lib/connection-store.ts';
import { useMediaQuery } from '#web/lib/use-media-query.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useDrivers } from '../fleet/use-drivers.ts';
import { KEYS_REGION } from '../keys/ops-keys.ts';
import { OpsHeader } from '../ops-header.tsx';
import { actionsFor, mayStart } from '../ride/actions-for.ts';
import { BookingSlot } from '../ride/booking-slot.tsx';
import type { RenderEdit } from '../ride/drawer-foot.tsx';
import { type RenderWhereabouts, RideDrawer } from '../ride/ride-drawer.tsx';
import { formatFilters, isFiltered } from './board-filters.ts';
import { alertsOfRides } from './board-groups.ts';
import { type BoardItem, groupWithMore } from './board-items.ts';
import { BoardSearch } from './board-search.tsx';
import { BoardEmpty, BoardFailed, BoardSkeleton, FirstStepsBand, NoRideFits } from './board-states.tsx';
import { attentionCount, useBoardStore } from './board-store.ts';
import { BoardTable } from './board-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { loadBoard } from './load-board.ts';
import { RingSwitch } from './ring-switch.tsx';
import { useBoardAddress } from './use-board-address.ts';
import { type Cursor, useBoardKeys } from './use-board-keys.ts';
import { useListedRides } from './use-listed-rides.ts';
import { useBoardLists } from './use-ops-live.ts';

const NO_DRIVERS: readonly StaffDriver[] = [];

interface BoardScreenProps {
  role: StaffRole;
  renderWhereabouts: RenderWhereabouts;
  renderEdit: RenderEdit;
}

/** The rides board: every ride in its group, live. The filters and the open ride are in the URL. */
export function BoardScreen({ role, renderWhereabouts, renderEdit }: BoardScreenProps) {
  const { filters, change, opened, open, askedRide } = useBoardAddress();
  useBoardLists(filters);
  const board = useBoardStore();
  const now = useNow();
  const drivers = useDrivers() ?? NO_DRIVERS;
  const driverById = useMemo(() => new Map(drivers.map((driver) => [driver.id, driver])), [drivers]);
  const nameOf = (id: string) => driverById.get(id)?.name;
  const isWide = useMediaQuery('(width >= 80rem)');
  const isDown = useConnectionStore((connection) => connection.state === 'reconnecting');

  const [cursor, setCursor] = useState<Cursor>(null);
  const cursorId = cursor?.id ?? null;
  const isBeside = opened.rideId !== null && opened.rideId === cursorId;
  const { items, shown, live, moved, release, listProps, showMore } = useListedRides({
    filters,
    now,
    isBeside,
  });
  const isNarrowed = isFiltered(filters);
  const { put, step } = useBoardKeys({
    cursor,
    setCursor,
    shown,
    live,
    opened,
    askedRide,
    isAllowed: (rideId, action) => {
      const ride = board.rides[rideId];
      return mayStart(action, isDown) && (!ride || actionsFor(ride).includes(action));
    },
    onOpen: open,
    onClear: isNarrowed ? () => change(NO_FILTERS) : null,
    onMove: release,
    onMore: () => {
      const group = groupWithMore(items, cursorId);
      if (group) void showMore(group);
    },
  });

  const alerted = alertsOfRides(board.alerts);
  const rowOf = ({ ride }: Extract<BoardItem, { kind: 'ride' }>) => ({
    alert: alerted.get(ride.id)?.[0],
    driver: ride.driverId === null ? undefined : driverById.get(ride.driverId),
  });
  const isReady = board.phase === 'ready' && board.areAlertsKnown;
  const isEmpty = isReady && items.length === 0;
  return (
    <>
      <BoardHeader isReady={isReady}>
        <div {...KEYS_REGION}>
          <FilterBar filters={filters} drivers={drivers} nameOf={nameOf} now={now} onChange={change} />
        </div>
        <BoardSearch text={filters.q ?? ''} onSearch={(q) => change({ q })} />
      </BoardHeader>
      {role === 'admin' && !isEmpty && <FirstStepsBand />}
      {board.asOf && (
        <StaleBanner
          what="Rides"
          asOf={board.asOf}
          waits="Assigning and cancelling wait until we are back."
        />
      )}
      {moved > 0 && <MovedNote count={moved} isBeside={opened.rideId !== null} onShow={release} />}
      {board.phase === 'failed' && <BoardFailed problem={board.problem} onRetry={() => loadBoard(filters)} />}
      {board.phase !== 'failed' && !isReady && (items.length === 0 || !board.areAlertsKnown) && (
        <BoardSkeleton />
      )}
      {isEmpty && !isNarrowed && <BoardEmpty role={role} />}
      {isEmpty && isNarrowed && (
        <NoRideFits words={formatFilters(filters, { nameOf, now })} onClear={() => change(NO_FILTERS)} />
      )}
      {items.length > 0 && board.areAlertsKnown && (
        <div {...KEYS_REGION} {...listProps}>
          <BoardTable
            items={items}
            role={role}
            isWide={isWide}
            cursorId={cursorId !== null && shown.includes(cursorId) ? cursorId : (shown[0] ?? null)}
            openId={opened.rideId}
            changedAt={board.changedAt}
            rowOf={rowOf}
            now={now}
            isDown={isDown}
            onOpen={open}
            onCursor={put}
            onMore={showMore}
          />
        </div>
      )}
      {opened.rideId !== null && (
        <RideDrawer
          rideId={opened.rideId}
          action={opened.action}
          onAction={(action) => open(opened.rideId, action)}
          isAdmin={role === 'admin'}
          renderWhereabouts={renderWhereabouts}
          renderEdit={renderEdit}
          onClose={() => open(null, null)}
          onMove={step}
        />
      )}
    </>
  );
}

/** The header: how many rides need attention, the connection, and the controls. */
function BoardHeader({ isReady, children }: { isReady: boolean; children: ReactNode }) {
  const board = useBoardStore();
  const attention = attentionCount(board);
  return (
    <OpsHeader
      title="Rides"
      tabTitle={attention > 0 ? `(${attention}) Rides` : 'Rides'}
      note={
        <div className="text-ink">
          <ListStatus
            phase={board.phase === 'ready' && !isReady ? 'loading' : board.phase}
            asOf={board.asOf}
          />
        </div>
      }
    >
      <RingSwitch />
      {children}
      <BookingSlot />
    </OpsHeader>
  );
}

const NO_FILTERS: BoardFilters = {
  status: undefined,
  vehicle: undefined,
  driver: undefined,
  date: undefined,
  q: undefined,
};

interface MovedNoteProps {
  count: number;
  /** A ride is open beside the list, so the note is centered in the remaining width. */
  isBeside: boolean;
  onShow: () => void;
}

/** Says how many rides belong elsewhere by now; the list was held still under the cursor. */
const MovedNote = ({ count, isBeside, onShow }: MovedNoteProps) => (
  <p className={clsx('sticky top-23 z-20 flex h-0 justify-center', isBeside && 'xl:mr-[732px]')}>
    <button
      type="button"
      onClick={onShow}
      className="-mt-1 h-11 rounded-full border border-gold bg-surface px-4 font-medium text-14 text-gold-ink shadow-float"
    >
      {count === 1 ? '1 ride moved' : `${count} rides moved`}
    </button>
  </p>
);

import { type Dispatch, type SetStateAction, useEffect, useLayoutEffect, useRef } from 'react';
import { useOpsKey } from '../keys/ops-keys.ts';
import type { RideAction, RideAddress } from '../ride/ride-address.ts';
import { useRideKeys } from '../ride/ride-keys.ts';
import { focusSearch } from './board-search.tsx';
import { openFilters } from './filter-bar.tsx';

/** The row at the keyboard cursor. */
export type Cursor = { id: string } | null;

interface BoardKeys {
  cursor: Cursor;
  setCursor: Dispatch<SetStateAction<Cursor>>;
  /** Ids of the rides in displayed order. */
  shown: readonly string[];
  /** Ids of the rides that will be listed once the held rows are released. */
  live: readonly string[];
  opened: RideAddress;
  /** Returns the ride that is open or about to open. */
  askedRide: () => string | null;
  /** Whether an action is currently possible for a ride. */
  isAllowed: (rideId: string, action: RideAction) => boolean;
  onOpen: (rideId: string | null, action: RideAction | null) => void;
  /** Clears the filters; null while none is set. */
  onClear: (() => void) | null;
  /** Called when the cursor leaves its row, so that held rows may move. */
  onMove: () => void;
  /** Loads or unfolds more rides of the cursor's group. */
  onMore: () => void;
}

/** Keyboard shortcuts of the board. */
export function useBoardKeys(board: BoardKeys) {
  const { cursor, setCursor, shown, live, opened, askedRide, isAllowed, onOpen, onClear, onMove, onMore } =
    board;
  const cursorId = cursor?.id ?? null;
  const rowToFocus = useRef<string | null>(null);

  // A virtualized row exists only after the cursor has moved to it, so focus it after rendering.
  useEffect(() => {
    if (rowToFocus.current === null) return;
    const row = document.querySelector<HTMLElement>(`[data-ride="${CSS.escape(rowToFocus.current)}"]`);
    if (!row) return;
    rowToFocus.current = null;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
  });

  // Keys may arrive before the URL and focus are updated, so the latest request takes precedence.
  const current = () => askedRide() ?? rowToFocus.current ?? cursorId;
  const step = (by: 1 | -1) => {
    // Steps from the displayed position: a ride that was just assigned may move elsewhere once rows are
    // released.
    const from = current();
    const at = from === null ? -1 : shown.indexOf(from);
    const before = at === -1 ? shown : shown.slice(0, at);
    const rest = by === 1 ? shown.slice(at + 1) : before.toReversed();
    const next = rest.find((id) => live.includes(id)) ?? shown[at];
    if (next === undefined) return;
    onMove();
    // Always a new object, so that the row is focused even if the cursor does not change.
    setCursor({ id: next });
    rowToFocus.current = next;
    if (askedRide() !== null) onOpen(next, null);
  };
  const openWith = (action: RideAction | null) => {
    const ride = current();
    if (ride === null) return;
    // An action that is not possible now must not open by itself later when it is.
    onOpen(ride, action !== null && isAllowed(ride, action) ? action : null);
  };

  useOpsKey('j,arrowdown', () => step(1));
  useOpsKey('k,arrowup', () => step(-1));
  useRideKeys(openWith);
  useOpsKey('m', onMore);
  useOpsKey('/', focusSearch);
  useOpsKey('f', openFilters);
  useOpsKey(
    'escape',
    () => {
      // Uses the rendered state: the drawer handles Escape too, and has already requested to be closed.
      if (opened.rideId === null) onClear?.();
      else {
        rowToFocus.current = opened.rideId;
        setCursor({ id: opened.rideId });
        onOpen(null, null);
      }
    },
    opened.rideId !== null || onClear !== null,
  );
  useEnter(() => openWith(null));

  const put = (id: string) => setCursor((known) => (known?.id === id ? known : { id }));
  return { put, step };
}

/** Handles Enter on a row or with no element focused. On a button, Enter presses the button. */
function useEnter(act: () => void): void {
  const latest = useRef(act);
  // Layout effects run before the rows are painted, so Enter is never lost or applied to the previous row.
  useLayoutEffect(() => {
    latest.current = act;
  });
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target, repeat, defaultPrevented } = event;
      if (key !== 'Enter' || repeat || defaultPrevented || !(target instanceof HTMLElement)) return;
      if (target.dataset.ride === undefined && target !== document.body && target.id !== 'main') return;
      latest.current();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

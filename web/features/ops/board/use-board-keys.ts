import { type Dispatch, type SetStateAction, useEffect, useLayoutEffect, useRef } from 'react';
import { useOpsKey } from '../keys/ops-keys.ts';
import type { RideAction, RideAddress } from '../ride/ride-address.ts';
import { useRideKeys } from '../ride/ride-keys.ts';
import { focusSearch } from './board-search.tsx';
import { openFilters } from './filter-bar.tsx';

/** The row that the keys stand on. */
export type Cursor = { id: string } | null;

interface BoardKeys {
  cursor: Cursor;
  setCursor: Dispatch<SetStateAction<Cursor>>;
  /** Rides in the order in which they are seen. */
  shown: readonly string[];
  /** Those that will still be there once all have moved to where they stand by now. */
  live: readonly string[];
  opened: RideAddress;
  /** Which ride is open, or about to be. */
  askedRide: () => string | null;
  /** Whether something can be done with a ride now. */
  isAllowed: (rideId: string, action: RideAction) => boolean;
  onOpen: (rideId: string | null, action: RideAction | null) => void;
  /** Clears the filters; null while none is set. */
  onClear: (() => void) | null;
  /** The cursor leaves its row: what waited for that may move. */
  onMove: () => void;
  /** Lists more of the group that the cursor stands in. */
  onMore: () => void;
}

/** The board's keys. */
export function useBoardKeys(board: BoardKeys) {
  const { cursor, setCursor, shown, live, opened, askedRide, isAllowed, onOpen, onClear, onMove, onMore } =
    board;
  const cursorId = cursor?.id ?? null;
  const wanted = useRef<string | null>(null);

  // A row that was not drawn before is there once the cursor is on it.
  useEffect(() => {
    if (wanted.current === null) return;
    const row = document.querySelector<HTMLElement>(`[data-ride="${CSS.escape(wanted.current)}"]`);
    if (!row) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
  });

  // Keys come faster than the address and the focus: what was asked for last counts.
  const current = () => askedRide() ?? wanted.current ?? cursorId;
  const step = (by: 1 | -1) => {
    // The one after it where it is seen to stand: a ride that has just been assigned stands elsewhere once it moves.
    const from = current();
    const at = from === null ? -1 : shown.indexOf(from);
    const before = at === -1 ? shown : shown.slice(0, at);
    const rest = by === 1 ? shown.slice(at + 1) : before.toReversed();
    const next = rest.find((id) => live.includes(id)) ?? shown[at];
    if (next === undefined) return;
    onMove();
    // Another object each time: the row is focused as this renders, also where the cursor stood before.
    setCursor({ id: next });
    wanted.current = next;
    if (askedRide() !== null) onOpen(next, null);
  };
  const openWith = (action: RideAction | null) => {
    const ride = current();
    if (ride === null) return;
    // What cannot be done now shall not open by itself once it can.
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
      // As it is seen: the drawer closes at Escape by itself as well, and has asked for that already.
      if (opened.rideId === null) onClear?.();
      else {
        wanted.current = opened.rideId;
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

/** Enter on a row, or with the focus nowhere; on a button it presses the button. */
function useEnter(act: () => void): void {
  const latest = useRef(act);
  // In layout effects, before the rows are painted: no Enter is lost, and none means the row before.
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

import { useEffect, useRef, useState } from 'react';
import { useOpsKey } from '../keys/ops-keys.ts';
import type { RideAction, RideAddress } from '../ride/ride-address.ts';
import { focusSearch } from './board-search.tsx';
import { openFilters } from './filter-bar.tsx';

interface BoardKeys {
  /** Rides in the order in which they stand, once all have moved. */
  items: readonly string[];
  opened: RideAddress;
  onOpen: (rideId: string | null, action: RideAction | null) => void;
  /** Clears the filters; null while none is set. */
  onClear: (() => void) | null;
  /** The cursor leaves its row: what waited for that may move. */
  onMove: () => void;
}

/** The board's keys, and the row they stand on. */
export function useBoardKeys({ items, opened, onOpen, onClear, onMove }: BoardKeys) {
  const [cursor, setCursor] = useState<{ id: string } | null>(null);
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

  const current = opened.rideId ?? cursorId;
  const step = (by: 1 | -1) => {
    const at = current === null ? -1 : items.indexOf(current);
    const first = by === 1 ? 0 : items.length - 1;
    const next = items[at === -1 ? first : Math.min(items.length - 1, Math.max(0, at + by))];
    if (next === undefined) return;
    onMove();
    // Another object each time: the row is focused as this renders, also where the cursor stood before.
    setCursor({ id: next });
    wanted.current = next;
    if (opened.rideId !== null) onOpen(next, null);
  };
  const openWith = (action: RideAction | null) => {
    if (current !== null) onOpen(current, action);
  };

  useOpsKey('j,arrowdown', () => step(1));
  useOpsKey('k,arrowup', () => step(-1));
  useOpsKey('a', () => openWith('assign'));
  useOpsKey('n', () => openWith('note'));
  useOpsKey('/', focusSearch);
  useOpsKey('f', openFilters);
  useOpsKey(
    'escape',
    () => {
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
  return { cursorId, setCursor: put, step };
}

/** Enter on a row, or with the focus nowhere; on a button it presses the button. */
function useEnter(act: () => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
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

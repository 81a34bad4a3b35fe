import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { BoardFilters } from '#common/rides/board.ts';
import { type RideAction, readRideAddress, writeRideAddress } from '../ride/ride-address.ts';
import { readFilters, writeFilters } from './board-filters.ts';

/** What the board's address says, and how to change it. */
export function useBoardAddress() {
  const [search, setSearch] = useSearchParams();
  const text = search.toString();
  const filters = useMemo(() => readFilters(new URLSearchParams(text)), [text]);
  const opened = readRideAddress(search);

  // What was asked for last: the address is rendered a moment later, and a change made meanwhile builds on it.
  const asked = useRef(search);
  useEffect(() => {
    asked.current = search;
  }, [search]);

  const go = useCallback(
    (next: URLSearchParams, isStep: boolean) => {
      asked.current = next;
      setSearch(next, { replace: !isStep });
    },
    [setSearch],
  );
  const change = useCallback(
    (part: BoardFilters) =>
      go(writeFilters(asked.current, { ...readFilters(asked.current), ...part }), false),
    [go],
  );
  // Back closes a ride; from one ride to the next is no step of its own.
  const open = useCallback(
    (rideId: string | null, action: RideAction | null) =>
      go(
        writeRideAddress(asked.current, { rideId, action }),
        rideId !== null && !readRideAddress(asked.current).rideId,
      ),
    [go],
  );
  return {
    filters: useSame(filters),
    change,
    opened,
    open,
    /** Which ride was asked for last, for a key that comes before that is rendered. */
    askedRide: useCallback(() => readRideAddress(asked.current).rideId, []),
  };
}

/** The same object while it says the same, whatever else in the address changes. */
function useSame(filters: BoardFilters): BoardFilters {
  const [kept, setKept] = useState(filters);
  if (JSON.stringify(kept) === JSON.stringify(filters)) return kept;
  setKept(filters);
  return filters;
}

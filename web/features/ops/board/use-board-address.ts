import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { BoardFilters } from '#common/rides/board.ts';
import { type RideAction, readRideAddress, writeRideAddress } from '../ride/ride-address.ts';
import { readFilters, writeFilters } from './board-filters.ts';

/** Reads the board's filters and open ride from the URL, and changes them. */
export function useBoardAddress() {
  const [search, setSearch] = useSearchParams();
  const text = search.toString();
  const filters = useMemo(() => readFilters(new URLSearchParams(text)), [text]);
  const opened = readRideAddress(search);

  // The latest requested URL parameters: `setSearch` takes effect on a later render, and changes made until
  // then must build on them.
  const latestSearch = useRef(search);
  useEffect(() => {
    latestSearch.current = search;
  }, [search]);

  const go = useCallback(
    (next: URLSearchParams, isStep: boolean) => {
      latestSearch.current = next;
      setSearch(next, { replace: !isStep });
    },
    [setSearch],
  );
  const change = useCallback(
    (part: BoardFilters) =>
      go(writeFilters(latestSearch.current, { ...readFilters(latestSearch.current), ...part }), false),
    [go],
  );
  // Opening a ride pushes a history entry, so that Back closes it; switching between rides replaces that
  // entry.
  const open = useCallback(
    (rideId: string | null, action: RideAction | null) =>
      go(
        writeRideAddress(latestSearch.current, { rideId, action }),
        rideId !== null && !readRideAddress(latestSearch.current).rideId,
      ),
    [go],
  );
  return {
    filters: useSame(filters),
    change,
    opened,
    open,
    /** The ride requested last, for a key pressed before it is rendered. */
    askedRide: useCallback(() => readRideAddress(latestSearch.current).rideId, []),
  };
}

/** Returns the same object while its contents are equal, so that other changes of the URL do not rerender. */
function useSame(filters: BoardFilters): BoardFilters {
  const [kept, setKept] = useState(filters);
  if (JSON.stringify(kept) === JSON.stringify(filters)) return kept;
  setKept(filters);
  return filters;
}

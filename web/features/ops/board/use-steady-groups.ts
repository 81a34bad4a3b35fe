import { useState } from 'react';
import type { ListedGroup, Rides } from './board-groups.ts';

interface Steady {
  /** What is to be shown: rides as they are now, standing where they stood while it is held. */
  groups: readonly ListedGroup[];
  /** Rides that stand elsewhere by now. */
  moved: number;
  /** Lets them move. */
  release: () => void;
}

interface Hold {
  /** While it is, no row moves. */
  isHeld: boolean;
  /** What somebody asked to see: another value moves everything at once. */
  wanted: string;
  rides: Rides;
}

/** Holds the rows where they are, under a cursor or behind a dialog; what they say is renewed all the same. */
export function useSteadyGroups(live: readonly ListedGroup[], { isHeld, wanted, rides }: Hold): Steady {
  const [shown, setShown] = useState({ groups: live, wanted });
  const isFree = !isHeld || shown.wanted !== wanted;
  if (isFree && (shown.groups !== live || shown.wanted !== wanted)) setShown({ groups: live, wanted });

  if (isFree) return { groups: live, moved: 0, release: () => {} };
  return {
    groups: shown.groups.map((group) => ({
      ...group,
      rides: group.rides.map((ride) => rides[ride.id] ?? ride),
    })),
    moved: countMoved(shown.groups, live),
    release: () => setShown({ groups: live, wanted }),
  };
}

function countMoved(shown: readonly ListedGroup[], live: readonly ListedGroup[]): number {
  const [before, now] = [placesOf(shown), placesOf(live)];
  const ids = new Set([...before.keys(), ...now.keys()]);
  return [...ids].filter((id) => before.get(id) !== now.get(id)).length;
}

const placesOf = (groups: readonly ListedGroup[]): ReadonlyMap<string, string> =>
  new Map(groups.flatMap(({ group, rides }) => rides.map(({ id }): [string, string] => [id, group])));

import { useState } from 'react';
import type { ListedGroup, Rides } from './board-groups.ts';

interface Steady {
  /** What to show: rides with their current data, but while held in their previous positions. */
  groups: readonly ListedGroup[];
  /** Number of rides that belong elsewhere by now. */
  moved: number;
  /** Moves the rides to their current positions. */
  release: () => void;
}

interface Hold {
  /** While true, no row moves. */
  isHeld: boolean;
  /** Key of what the user requested to see: when it changes, all rows move at once. */
  wanted: string;
  rides: Rides;
}

/** Keeps rows in position while the list is held. Their contents still update. */
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

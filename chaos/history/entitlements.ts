import type { RideChange } from '#common/rides/ride-states.ts';

/** The lists that a page keeps, as its store names them. */
export type ListName = 'riderRides' | 'driverRides' | 'offers';

/** A ride's history in the database: entry n created version n. Times in milliseconds since 1970. */
export interface RideHistory {
  id: string;
  riderId: string;
  driverId: string | null;
  changes: { change: RideChange; at: number }[];
}

/** The user of a page. */
export interface Viewer {
  riderId: string | null;
  driverId: string | null;
  /** Whether they have the console open. */
  isStaff?: boolean;
}

/** The versions of one ride that a page has to show in one of its lists. */
export interface Entitlement {
  list: ListName;
  rideId: string;
  /** The versions that concern the list, lowest first. One with `removes` takes the ride off the list. */
  versions: { version: number; at: number; removes: boolean }[];
  /** The ride's whole history. */
  changes: RideChange[];
}

/**
 * @returns what a viewer's page has to show: to a rider their rides; to a driver their rides from acceptance
 * on, and each offer while it is open
 */
export function entitlements({ riderId, driverId }: Viewer, rides: readonly RideHistory[]): Entitlement[] {
  return rides.flatMap((ride) => {
    const lists: [ListName, Entitlement['versions']][] = [
      ['riderRides', ride.riderId === riderId ? versionsOf(ride, 'requested') : []],
      ['driverRides', driverId && ride.driverId === driverId ? versionsOf(ride, 'accepted') : []],
      ['offers', driverId ? versionsOf(ride, 'paid', ['accepted', 'cancelled']) : []],
    ];
    const changes = ride.changes.map(({ change }) => change);
    return lists
      .filter(([, versions]) => versions.length > 0)
      .map(([list, versions]) => ({ list, rideId: ride.id, versions, changes }));
  });
}

/** Returns the versions from one change up to and including the one that takes the ride off the list. */
function versionsOf({ changes }: RideHistory, from: RideChange, removedBy: RideChange[] = []) {
  const first = changes.findIndex(({ change }) => change === from);
  if (first < 0) return [];
  const removal = changes.findIndex(({ change }, index) => index > first && removedBy.includes(change));
  return changes
    .map(({ at }, index) => ({ version: index + 1, at, removes: index === removal }))
    .slice(first, removal < 0 ? undefined : removal + 1);
}

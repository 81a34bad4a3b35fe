import type { RideChange } from '#common/rides/ride-states.ts';

/** The lists a screen can keep, by the names they have in the browser's store. */
export type ListName = 'riderRides' | 'driverRides' | 'offers';

interface OfRide {
  list: ListName;
  rideId: string;
  version: number;
}

/**
 * One line of what a screen lived through, `at` in milliseconds since 1970.
 *
 * - `opened`: the page was loaded, or forgot everything because somebody else came; it shows nothing yet.
 * - `joined`: its socket is connected, or its node hears announcements again. `cut`: neither is promised from here on.
 * - `heard`: the socket brought a version of a ride, or the version that took an offer away.
 * - `shown`: the list came to show a version, with the ride's history as the screen has it (null: offers have none).
 * - `hidden`: the list shows the ride no longer.
 */
export type Entry = { at: number } & (
  | { kind: 'opened' | 'joined' | 'cut' }
  | ({ kind: 'heard' } & OfRide)
  | ({ kind: 'shown'; changes: RideChange[] | null } & OfRide)
  | { kind: 'hidden'; list: ListName; rideId: string }
);

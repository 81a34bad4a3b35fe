import { readRemoval as readRemovalCall } from '#common/rides/cancel-api.ts';
import { contactWindow } from '#common/rides/contact-window.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import type { RecentRides } from '#common/rides/ride-events.ts';
import { OVER_STATUSES } from '#common/rides/ride-states.ts';
import * as api from '#common/rides/rides-api.ts';
import { toInstant } from '#common/time.ts';
import { call } from '#web/lib/call.ts';
import { FIRST_TIMEOUT_MS, fetchWithTimeout, readBySocket } from '#web/lib/fetch-with-timeout.ts';
import { type RidesChannel, ridesChannel } from '#web/lib/rides-channel.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { shareInTick } from '#web/lib/share-in-tick.ts';
import type { Versioned } from '#web/lib/versioned.ts';
import { completeRides, type RideList } from '../store/ride-list.ts';
import { useRideStore } from '../store/ride-store.ts';

/** Reads a rider's whole list, once for the list and the notifications of a resync. */
export const readRiderRides = shareInTick((riderId) => {
  const known = () => ridesFor(useRideStore.getState().riderRides, riderId);
  const ask = (channel: RidesChannel) => ({
    recent: () => channel.listRecentRiderRides(riderId),
    whole: () => channel.listRiderRides(riderId),
  });
  return readBySocket(listBySocket(known, ask), (signal) =>
    call(api.listRiderRides, { riderId }, { signal }),
  );
});

/** Reads a driver's whole list, once for all parts of a page that show it. */
export const readDriverRides = shareInTick((driverId) => {
  const known = () => {
    const rides = ridesFor(useRideStore.getState().driverRides, driverId);
    return rides && Object.values(rides).some(isContactOutdated) ? null : rides;
  };
  const ask = (channel: RidesChannel) => ({
    recent: () => channel.listRecentDriverRides(driverId),
    whole: () => channel.listDriverRides(driverId),
  });
  return readBySocket(listBySocket(known, ask), (signal) =>
    call(api.listDriverRides, { driverId }, { signal }),
  );
});

/**
 * Reads why a ride is no longer the driver's, once for all parts of a page that miss it. Null while it is
 * theirs, and if the server did not say.
 */
export const readRemoval = shareInTick((rideId) =>
  fetchWithTimeout((signal) => call(readRemovalCall, { rideId }, { signal }), [FIRST_TIMEOUT_MS]).then(
    ({ removed }) => removed,
    () => null,
  ),
);

/** A list of so few rides costs the server less than finding out what changed. */
const FEW = 4;

/** A socket that took longer to answer is not asked for the whole list, in milliseconds. */
const SLOW_MS = 1_000;

/** The rides of a user whose list has been loaded and has more than a few; otherwise null. */
const ridesFor = <R extends Versioned>({ ownerId, phase, rides }: RideList<R>, userId: string) =>
  ownerId === userId && phase === 'ready' && Object.keys(rides).length > FEW ? rides : null;

/**
 * Lists rides by the socket. If the page has a long list already, only what may have changed is sent, and the
 * rest is taken from the page.
 *
 * @returns undefined while the socket is not connected
 */
function listBySocket<R extends Versioned>(
  known: () => Readonly<Record<string, R>> | null,
  ask: (channel: RidesChannel) => { recent: () => Promise<RecentRides<R>>; whole: () => Promise<R[]> },
): Promise<R[]> | undefined {
  const channel = ridesChannel();
  if (!channel) return undefined;
  const { recent, whole } = ask(channel);
  return known() ? completeOrWhole(known, recent(), whole) : whole();
}

async function completeOrWhole<R extends Versioned>(
  known: () => Readonly<Record<string, R>> | null,
  recent: Promise<RecentRides<R>>,
  whole: () => Promise<R[]>,
): Promise<R[]> {
  const beganAt = performance.now();
  const answer = await recent.catch(() => null);
  // The page's rides are read again here, because events may have arrived in between.
  const rides = answer && completeRides(known(), answer);
  if (rides) return rides;
  if (performance.now() - beganAt > SLOW_MS) throw new Error('The socket answers too slowly to ask again.');
  return whole();
}

/**
 * Whether a ride that is over shows a contact for too long. Its version does not tell, and it is no longer
 * among the recent rides.
 */
function isContactOutdated({ customer, status, scheduledDate, scheduledTime, ...ride }: DriverRide): boolean {
  if (!customer || !OVER_STATUSES.includes(status)) return false;
  const pickup = toInstant(scheduledDate, scheduledTime);
  return pickup !== null && serverNow().getTime() > contactWindow(pickup, ride).endMs;
}

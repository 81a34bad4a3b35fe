import { type DriverRide, isRiderRide, type RiderEntry, type RiderRide } from '#common/rides/ride.ts';
import type { RemovedRide } from '#common/rides/ride-events.ts';
import { resyncWith } from '#web/lib/active-lists.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { readRiderRides } from '../api/read-rider-rides.ts';
import {
  closeNewsWindow,
  deliver,
  type NewsOptions,
  type NewsWindow,
  noteVersion,
  openNewsWindow,
} from './news-window.ts';
import { driverNews, type RideNews, removalNews, riderNews } from './ride-news.ts';
import { isToastPending } from './toast-queue.ts';

/**
 * Notifies the rider or driver, on any page, of changes to their rides: by a toast, a polite announcement,
 * and an unread count in the title until the window has focus. Of several windows only the visible ones show
 * the toast. A window that becomes visible shows one toast for all news that no window has shown. So does a
 * rider's window after a reconnect, for what it missed.
 *
 * @returns the handlers for ride messages from the socket
 */
export function followNews(options: NewsOptions) {
  const own = openNewsWindow(options);
  const stopCatchingUp = resyncWith(catchUpIn(own));
  options.signal.addEventListener('abort', () => {
    stopCatchingUp();
    closeNewsWindow(own);
  });
  return {
    receiveRides: (rides: readonly (RiderRide | DriverRide)[]) => receiveRides(own, rides),
    receiveRemoved: (removed: readonly RemovedRide[]) => {
      if (own.audience()?.role !== 'driver') return;
      const fresh = removed.filter(({ id, version }) => noteVersion(own, id, version));
      deliver(
        own,
        fresh.flatMap((each) => removalNews(each) ?? []),
      );
    },
  };
}

/**
 * Builds the function that shows what was missed while disconnected. Its first call has nothing to catch up
 * on.
 */
function catchUpIn(own: NewsWindow): () => Promise<boolean> {
  let caughtUpAt: Date | null = null;
  return async () => {
    const [since, who] = [caughtUpAt, own.audience()];
    caughtUpAt = serverNow();
    if (!since || who?.role !== 'rider') return true;
    try {
      const rides = await readRiderRides(who.id);
      if (!own.signal.aborted) receiveRides(own, rides, since);
      return true;
    } catch {
      caughtUpAt = since;
      return false;
    }
  };
}

/** @param since the time from which a ride that is new to this window has news; absent for its last change */
const receiveRides = (own: NewsWindow, rides: readonly (RiderRide | DriverRide)[], since?: Date): void =>
  deliver(
    own,
    rides.flatMap((ride) => newsOf(own, ride, since) ?? []),
  );

function newsOf(own: NewsWindow, ride: RiderRide | DriverRide, since?: Date): RideNews | null {
  // News still waiting is rebuilt to cover both its own changes and the later ones.
  const known = own.waiting.find(({ rideId }) => rideId === ride.id)?.since ?? own.seen.get(ride.id);
  if (!isTheirs(own, ride) || !noteVersion(own, ride.id, ride.version)) return null;
  const isSince = (version: number | undefined) => (entry: RiderEntry) => {
    if (version !== undefined) return entry.version > version;
    return since ? new Date(entry.at) > since : entry.version === ride.version;
  };
  if (!isRiderRide(ride)) return driverNews(ride, ride.history.filter(isSince(known)));
  const newsSince = (version: number | undefined) => riderNews(ride, ride.history.filter(isSince(version)));
  const news = newsSince(known);
  const lastShown = own.latest.get(ride.id);
  // While the previous toast is still waiting or visible, the new one covers its changes as well.
  return news && lastShown && isToastPending(lastShown.turn) ? newsSince(lastShown.news.since) : news;
}

function isTheirs({ audience }: NewsWindow, ride: RiderRide | DriverRide): boolean {
  const who = audience();
  return isRiderRide(ride)
    ? who?.role === 'rider' && who.id === ride.riderId
    : who?.role === 'driver' && who.id === ride.driverId;
}

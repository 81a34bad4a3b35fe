import { type DriverRide, isRiderRide, type RiderEntry, type RiderRide } from '#common/rides/ride.ts';
import type { RemovedRide } from '#common/rides/ride-events.ts';
import { onResync } from '#web/lib/active-lists.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { loadDriverRides } from '../api/load-lists.ts';
import { readRiderRides } from '../api/read-rides.ts';
import { claimList, emptyRideList, type RideList } from '../store/ride-list.ts';
import { useRideStore } from '../store/ride-store.ts';
import { reasonOf, removedRides } from './lost-rides.ts';
import {
  closeNotificationWindow,
  deliver,
  type NotificationWindow,
  type NotificationWindowOptions,
  openNotificationWindow,
  recordVersion,
  withdraw,
} from './notification-window.ts';
import {
  driverNotification,
  lossNotification,
  type RideNotification,
  removalNotification,
  riderNotification,
} from './ride-notifications.ts';
import { isToastPending } from './toast-queue.ts';

/**
 * Notifies the rider or driver, on any page, of changes to their rides: by a toast, a polite announcement,
 * and an unread count in the title until the window has focus. Of several windows only the visible ones show
 * the toast. A window that becomes visible shows one toast for all notifications that no window has shown. So
 * does any window after a reconnect, for what it missed.
 *
 * @returns the handlers for ride messages from the socket
 */
export function notifyOfRides(options: NotificationWindowOptions) {
  const own = openNotificationWindow(options);
  const stopCatchingUp = onResync(catchUpIn(own));
  options.signal.addEventListener('abort', () => {
    stopCatchingUp();
    closeNotificationWindow(own);
  });
  return {
    receiveRides: (rides: readonly (RiderRide | DriverRide)[]) => deliver(own, notificationsOf(own, rides)),
    receiveRemoved: (removed: readonly RemovedRide[]) => {
      if (own.audience()?.role !== 'driver') return;
      const fresh = removed.filter(({ id, version }) => recordVersion(own, id, version));
      deliver(
        own,
        fresh.flatMap((each) => removalNotification(each) ?? []),
      );
    },
  };
}

/**
 * Builds the function that shows what was missed while disconnected. Its first call has nothing to catch up
 * on, and only loads a driver's list, so that the next one can tell which rides are lost.
 */
function catchUpIn(own: NotificationWindow): () => Promise<boolean> {
  let caughtUpAt: Date | null = null;
  const readOfDriver = readerOfDriver();
  return async () => {
    const [since, who] = [caughtUpAt, own.audience()];
    caughtUpAt = serverNow();
    if (!who || (!since && who.role === 'rider')) return true;
    try {
      const { rides, lost } = await (who.role === 'rider' ? readOfRider(who.id) : readOfDriver(who.id));
      if (own.signal.aborted || !since) return true;
      const lostSince = lost.filter(({ id, version }) => recordVersion(own, id, version + 1));
      deliver(own, [...notificationsOf(own, rides, since), ...lostSince.map(lossNotification)]);
      return true;
    } catch {
      caughtUpAt = since ?? caughtUpAt;
      return false;
    }
  };
}

/** A user's rides now, and those that a driver has lost without being notified. */
interface CaughtUp {
  rides: readonly (RiderRide | DriverRide)[];
  lost: readonly DriverRide[];
}

const readOfRider = async (riderId: string): Promise<CaughtUp> => ({
  rides: await readRiderRides(riderId),
  lost: [],
});

/**
 * Builds the function that loads a driver's list into the store, so that no page opened later finds the same
 * losses. A ride is lost if the store, or the list of the last call, had it: a page may have loaded the list
 * since. A ride that the driver gave back, here or on another device, is not among the lost.
 */
function readerOfDriver(): (driverId: string) => Promise<CaughtUp> {
  let list: RideList<DriverRide> = emptyRideList();
  return async (driverId) => {
    const known = claimList(useRideStore.getState().driverRides, driverId);
    const before = { ...known, rides: { ...claimList(list, driverId).rides, ...known.rides } };
    if (!(await loadDriverRides(driverId))) throw new Error('The list was not loaded.');
    list = useRideStore.getState().driverRides;
    const { rides } = list;
    const lost = removedRides(before, list).filter((ride) => reasonOf(ride, list) !== 'given_back');
    return { rides: Object.values(rides), lost };
  };
}

/** @param since the time from which changes of a ride new to this window count; absent for its last change */
const notificationsOf = (
  own: NotificationWindow,
  rides: readonly (RiderRide | DriverRide)[],
  since?: Date,
): RideNotification[] => rides.flatMap((ride) => notificationOf(own, ride, since) ?? []);

function notificationOf(
  own: NotificationWindow,
  ride: RiderRide | DriverRide,
  since?: Date,
): RideNotification | null {
  // A notification still waiting is rebuilt to cover both its own changes and the later ones.
  const known = own.waiting.find(({ rideId }) => rideId === ride.id)?.since ?? own.seen.get(ride.id);
  if (!isTheirs(own, ride) || !recordVersion(own, ride.id, ride.version)) return null;
  const isSince = (version: number | undefined) => (entry: RiderEntry) => {
    if (version !== undefined) return entry.version > version;
    return since ? new Date(entry.at) > since : entry.version === ride.version;
  };
  if (!isRiderRide(ride)) return driverNotification(ride, ride.history.filter(isSince(known)));
  const notificationSince = (version: number | undefined) =>
    riderNotification(ride, ride.history.filter(isSince(version)));
  const notification = notificationSince(known);
  const lastShown = own.latest.get(ride.id);
  const pending = lastShown && isToastPending(lastShown.turn) ? lastShown.notification : null;
  // While the previous toast is still waiting or visible, the new one covers its changes as well.
  const whole = pending ? notificationSince(pending.since) : notification;
  if (!whole) withdraw(own, ride.id);
  // A change that needs no notification may still make the pending one obsolete.
  return notification || whole?.title !== pending?.title ? whole : null;
}

function isTheirs({ audience }: NotificationWindow, ride: RiderRide | DriverRide): boolean {
  const who = audience();
  return isRiderRide(ride)
    ? who?.role === 'rider' && who.id === ride.riderId
    : who?.role === 'driver' && who.id === ride.driverId;
}

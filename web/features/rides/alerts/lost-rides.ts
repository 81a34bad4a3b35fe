import { useEffect, useRef } from 'react';
import { formatMoment } from '#common/format-date-time.ts';
import { formatRoute } from '#common/rides/overlap.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import type { RemovalReason } from '#common/rides/ride-events.ts';
import { ACTIVE_STATUSES } from '#common/rides/ride-states.ts';
import { toInstant } from '#common/time.ts';
import type { ToastContent } from '#web/components/ui/toast.ts';
import { announce } from '#web/lib/announce.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { wasGivenBack } from '../api/driver-actions.ts';
import {
  COMPLETED_BY_STAFF,
  formatCancellationForDriver,
  formatShare,
} from '../ride-card/format-driver-ride.ts';
import type { RideList } from '../store/ride-list.ts';
import { useRideStore } from '../store/ride-store.ts';
import { queueToast } from './toast-queue.ts';

/** Title and text for rides that a driver lost, or that ended, through someone else. */
interface FormattedLoss {
  /** The first of these rides. */
  rideId: string;
  title: string;
  text: string;
  /** True when cancelled or completed; false when dispatch unassigned or reassigned the ride. */
  isOver: boolean;
}

/**
 * Shows a toast when a driver loses rides: cancelled, unassigned, reassigned or completed by someone else.
 */
export const useLostRideNotices = (list: RideList<DriverRide>): void => useLostRides(list, showLoss);

/** Calls `onLost` when a driver loses rides through someone else. @param onLost must be a stable reference */
export function useLostRides(list: RideList<DriverRide>, onLost: (loss: FormattedLoss) => void): void {
  const seen = useRef(list);

  useEffect(() => {
    const before = seen.current;
    seen.current = list;
    const [removed, ...alsoRemoved] = removedRides(before, list).filter(
      // For a ride given back on this page, the reason may arrive after a list without the ride.
      (ride) => !wasGivenBack(ride.id) && reasonOf(ride, list) !== 'given_back',
    );
    if (removed) {
      onLost({
        rideId: removed.id,
        title: 'No longer your ride',
        text: [removed, ...alsoRemoved]
          .map((ride) => `${formatRoute(ride)} ${REMOVED[reasonOf(ride, list)]}.`)
          .join(' '),
        isOver: false,
      });
    }
    const [cancelled, ...others] = cancelledRides(before, list);
    if (cancelled) onLost(formatCancellations(cancelled, others));
    const [completed, ...alsoCompleted] = completedForDriver(before, list);
    if (completed) {
      const text = [completed, ...alsoCompleted]
        .map((ride) => `${formatRoute(ride)}. ${formatShare(ride)}`)
        .join(' ');
      onLost({ rideId: completed.id, title: COMPLETED_BY_STAFF, text, isOver: true });
    }
  }, [list, onLost]);
}

/** Returns why a ride was removed; `unknown` when neither an event nor the server gave the reason. */
export function reasonOf(ride: DriverRide, { tombstones, removals }: RideList<DriverRide>) {
  const isSaid = (tombstones[ride.id] ?? 0) > ride.version;
  return (isSaid && removals[ride.id]) || 'unknown';
}

const REMOVED: Readonly<Record<RemovalReason | 'unknown', string>> = {
  reassigned: 'went to another driver',
  unassigned: 'was taken off your list by dispatch',
  given_back: 'was given back',
  unknown: 'is off your list',
};

function formatCancellations(first: DriverRide, others: readonly DriverRide[]): FormattedLoss {
  const title =
    others.length === 0 ? formatCancellationForDriver(first) : `${others.length + 1} rides were cancelled`;
  const lines = [first, ...others].map((ride) => `${formatRoute(ride)}${formatPickup(ride)}.`);
  return { rideId: first.id, title, text: lines.join(' '), isOver: true };
}

/**
 * Shows a toast. When the ride is over, it stays until confirmed, since a driver under way may not look at
 * the screen. A toast that has to wait its turn is announced at once, and one that is shown again is not
 * announced twice.
 */
function showLoss({ title, text, isOver }: FormattedLoss): void {
  const { ownerId } = useRideStore.getState().driverRides;
  const action = isOver ? ({ label: 'OK', onPress: () => {}, isSticky: true } as const) : undefined;
  let kind: ToastContent['kind'] = 'error';
  const isShown = queueToast({
    content: () =>
      useRideStore.getState().driverRides.ownerId === ownerId
        ? { kind, title, description: text, action }
        : null,
    reshowsAfterInterruption: true,
  });
  // On a hidden page no announcement is heard; the toast is announced when the page becomes visible.
  if (!isShown && document.hidden) return;
  if (!isShown) announce(`${title}. ${text}`);
  kind = 'notice';
}

function formatPickup({ scheduledDate, scheduledTime }: DriverRide): string {
  const pickup = toInstant(scheduledDate, scheduledTime);
  return pickup ? `, ${formatMoment(pickup, serverNow())}` : '';
}

/**
 * Returns the active rides that are no longer on a driver's list; none when the list changed to another
 * driver.
 */
export function removedRides(before: RideList<DriverRide>, now: RideList<DriverRide>): DriverRide[] {
  if (before.ownerId !== now.ownerId || now.phase !== 'ready') return [];
  return Object.values(before.rides).filter(
    ({ id, status }) => ACTIVE_STATUSES.includes(status) && !now.rides[id],
  );
}

/** Returns the driver's rides that staff have completed since. */
const completedForDriver = (before: RideList<DriverRide>, now: RideList<DriverRide>): DriverRide[] =>
  endedSince(before, now).filter(({ completedBy }) => completedBy === 'staff');

/**
 * Returns the driver's rides that someone else has cancelled since. The driver reports a no-show themself.
 */
export const cancelledRides = (before: RideList<DriverRide>, now: RideList<DriverRide>): DriverRide[] =>
  endedSince(before, now).filter(
    ({ status, cancelledBy }) => status === 'cancelled' && cancelledBy !== 'no_show',
  );

/**
 * Returns the rides that were active before and are over now; none when the list changed to another driver.
 */
function endedSince(before: RideList<DriverRide>, now: RideList<DriverRide>): DriverRide[] {
  if (before.ownerId !== now.ownerId) return [];
  return Object.values(now.rides).filter((ride) => {
    const earlier = before.rides[ride.id];
    const wasActive = earlier !== undefined && ACTIVE_STATUSES.includes(earlier.status);
    return wasActive && !ACTIVE_STATUSES.includes(ride.status);
  });
}

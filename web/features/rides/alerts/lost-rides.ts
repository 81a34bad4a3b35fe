import { useEffect, useRef } from 'react';
import { routeInWords } from '#common/rides/overlap.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import type { RemovalReason } from '#common/rides/ride-events.ts';
import { ACTIVE_STATUSES } from '#common/rides/ride-states.ts';
import { formatTime, toInstant } from '#common/time.ts';
import type { ToastContent } from '#web/components/ui/toast.ts';
import { announce } from '#web/lib/announce.ts';
import { wasGivenBack } from '../api/ride-actions.ts';
import { COMPLETED_BY_STAFF, cancellationInWords, shareInWords } from '../ride-card/format-driver-ride.ts';
import type { RideList } from '../store/ride-list.ts';
import { useRideStore } from '../store/ride-store.ts';
import { tell } from './toast-turns.ts';

/** Rides that a driver loses, or that end, without their doing, in words. */
export interface LossInWords {
  /** The first of them. */
  rideId: string;
  title: string;
  text: string;
  /** Somebody cancelled or completed it; else dispatch took it, or gave it to another driver. */
  isOver: boolean;
}

/** Tells a driver of rides that they lose without their doing: cancelled, taken or completed by dispatch. */
export const useLostRideNotices = (list: RideList<DriverRide>): void => useLostRides(list, showLoss);

/** Calls back for rides that a driver loses without their doing. @param onLost the same function each time */
export function useLostRides(list: RideList<DriverRide>, onLost: (loss: LossInWords) => void): void {
  const seen = useRef(list);

  useEffect(() => {
    const before = seen.current;
    seen.current = list;
    const [removed, ...alsoRemoved] = removedRides(before, list).filter(
      // Of what this page gave back the reason may come later than a list without the ride.
      (ride) => !wasGivenBack(ride.id) && reasonOf(ride, list) !== 'given_back',
    );
    if (removed) {
      onLost({
        rideId: removed.id,
        title: 'No longer your ride',
        text: [removed, ...alsoRemoved]
          .map((ride) => `${routeInWords(ride)} ${REMOVED[reasonOf(ride, list)]}.`)
          .join(' '),
        isOver: false,
      });
    }
    const [cancelled, ...others] = cancelledRides(before, list);
    if (cancelled) onLost(cancellationsInWords(cancelled, others));
    const [completed, ...alsoCompleted] = completedForDriver(before, list);
    if (completed) {
      const text = [completed, ...alsoCompleted]
        .map((ride) => `${routeInWords(ride)}. ${shareInWords(ride)}`)
        .join(' ');
      onLost({ rideId: completed.id, title: COMPLETED_BY_STAFF, text, isOver: true });
    }
  }, [list, onLost]);
}

/** `unknown` where a list came without the ride, and no event has said why. */
function reasonOf(ride: DriverRide, { tombstones, removals }: RideList<DriverRide>) {
  const isSaid = (tombstones[ride.id] ?? 0) > ride.version;
  return (isSaid && removals[ride.id]) || 'unknown';
}

const REMOVED: Readonly<Record<RemovalReason | 'unknown', string>> = {
  reassigned: 'went to another driver',
  unassigned: 'was taken off your list by dispatch',
  given_back: 'was given back',
  unknown: 'is off your list',
};

function cancellationsInWords(first: DriverRide, others: readonly DriverRide[]): LossInWords {
  const title =
    others.length === 0 ? cancellationInWords(first) : `${others.length + 1} rides were cancelled`;
  const lines = [first, ...others].map((ride) => `${routeInWords(ride)}${pickupInWords(ride)}.`);
  return { rideId: first.id, title, text: lines.join(' '), isOver: true };
}

/**
 * A ride that is over stays said until it is pressed: somebody on the way looks elsewhere. What has to wait for its turn is announced
 * meanwhile, and what is shown again has been.
 */
function showLoss({ title, text, isOver }: LossInWords): void {
  const { ownerId } = useRideStore.getState().driverRides;
  const action = isOver ? ({ label: 'OK', onPress: () => {}, isSticky: true } as const) : undefined;
  let kind: ToastContent['kind'] = 'error';
  const isShown = tell({
    content: () =>
      useRideStore.getState().driverRides.ownerId === ownerId
        ? { kind, title, description: text, action }
        : null,
    comesBack: true,
  });
  // On a hidden page nobody hears it: that is said aloud when it is shown.
  if (!isShown && document.hidden) return;
  if (!isShown) announce(`${title}. ${text}`);
  kind = 'notice';
}

function pickupInWords({ scheduledDate, scheduledTime }: DriverRide): string {
  const pickup = toInstant(scheduledDate, scheduledTime);
  return pickup ? `, ${formatTime(pickup)}` : '';
}

/** The rides ahead that were on a driver's list and are no longer; none when it became somebody else's list. */
export function removedRides(before: RideList<DriverRide>, now: RideList<DriverRide>): DriverRide[] {
  if (before.ownerId !== now.ownerId || now.phase !== 'ready') return [];
  return Object.values(before.rides).filter(
    ({ id, status }) => ACTIVE_STATUSES.includes(status) && !now.rides[id],
  );
}

/** The rides on a driver's list that staff have completed since, in the driver's place. */
const completedForDriver = (before: RideList<DriverRide>, now: RideList<DriverRide>): DriverRide[] =>
  endedSince(before, now).filter(({ completedBy }) => completedBy === 'staff');

/** The rides ahead on a driver's list that somebody else has cancelled since; a no-show is the driver's own doing. */
export const cancelledRides = (before: RideList<DriverRide>, now: RideList<DriverRide>): DriverRide[] =>
  endedSince(before, now).filter(
    ({ status, cancelledBy }) => status === 'cancelled' && cancelledBy !== 'no_show',
  );

/** The rides on a list that were ahead or under way, and are over; none when it became somebody else's list. */
function endedSince(before: RideList<DriverRide>, now: RideList<DriverRide>): DriverRide[] {
  if (before.ownerId !== now.ownerId) return [];
  return Object.values(now.rides).filter((ride) => {
    const earlier = before.rides[ride.id];
    const wasActive = earlier !== undefined && ACTIVE_STATUSES.includes(earlier.status);
    return wasActive && !ACTIVE_STATUSES.includes(ride.status);
  });
}

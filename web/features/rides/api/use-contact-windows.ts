import { useEffect, useState } from 'react';
import { contactWindow } from '#common/rides/contact-window.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { toInstant } from '#common/time.ts';
import { resyncLists } from '#web/lib/active-lists.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import type { RideList } from '../store/ride-list.ts';

/**
 * Rides are reloaded one second after the phone becomes visible or hidden. When it becomes visible, they are
 * reloaded again after a minute, in case the clocks differ.
 */
const MARGIN_MS = 1_000;
const DRIFT_MS = 60_000;

/** The maximum delay of a timer, in milliseconds. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Reloads a driver's rides when a rider's phone becomes visible or hidden, since no ride event says so. */
export function useContactWindows({ rides }: RideList<DriverRide>): void {
  const [, renew] = useState(0);

  useEffect(() => {
    const nowMs = serverNow().getTime();
    const nextMs = Math.min(...Object.values(rides).flatMap((ride) => boundariesAhead(ride, nowMs)));
    if (!Number.isFinite(nextMs)) return;
    const waitMs = nextMs + MARGIN_MS - nowMs;
    const timer = setTimeout(
      () => {
        if (waitMs <= LONGEST_TIMER_MS) resyncLists();
        renew((count) => count + 1);
      },
      Math.min(waitMs, LONGEST_TIMER_MS),
    );
    return () => clearTimeout(timer);
  });
}

/** Returns the future instants at which the passenger's phone becomes visible to the driver, or hidden. */
function boundariesAhead(
  { customer, scheduledDate, scheduledTime, ...ride }: DriverRide,
  nowMs: number,
): number[] {
  const pickup = customer && toInstant(scheduledDate, scheduledTime);
  if (!pickup) return [];
  const { startMs, endMs } = contactWindow(pickup, ride);
  const opens = customer.phone === null ? [startMs, startMs + DRIFT_MS] : [];
  return [...opens, endMs].filter((boundaryMs) => boundaryMs > nowMs);
}

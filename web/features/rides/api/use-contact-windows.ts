import { useEffect, useState } from 'react';
import { contactWindow } from '#common/rides/contact-window.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { toInstant } from '#common/time.ts';
import { resyncLists } from '#web/lib/active-lists.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import type { RideList } from '../store/ride-list.ts';

/** After an instant, so that it has passed; and once more, since the clocks may differ by so much. */
const MARGIN_MS = 1_000;
const DRIFT_MS = 60_000;

/** What a timer can hold. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Asks for a driver's rides again when a rider's phone comes to be shown to them, or ceases to: no change of a ride says so. */
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

/** When the phone of who rides will be shown to the driver, and when it will not be any more. */
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

import { useEffect, useRef, useState } from 'react';
import {
  forNextStop,
  isSinceSettingOff,
  isUnderWay,
  type RidePosition,
  type Tracking,
} from '#common/rides/position.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { readTracking } from '#common/rides/rides-api.ts';
import { mountList } from '#web/lib/active-lists.ts';
import { announce } from '#web/lib/announce.ts';
import { call } from '#web/lib/call.ts';
import { useClock } from '#web/lib/use-now.ts';
import { minutesAnnouncement, mostMinutes } from './arrival-words.ts';
import { receiveTracking, usePositionStore } from './position-store.ts';

/** What a ride's map shows. */
export interface LiveTracking {
  position: RidePosition;
  pickup: Tracking['pickup'];
  dropoff: Tracking['dropoff'];
  /** The server's time, by which the position's age is told. */
  now: Date;
}

const NO_STOPS = { pickup: null, dropoff: null };
const TICK_MS = 5_000;

/** Follows where a ride is while its driver is under way; null before, after, and while nothing was heard of the driver. */
export function useTracking(ride: RiderRide): LiveTracking | null {
  const isLive = isUnderWay(ride);
  const position = usePositionStore((positions) => positions[ride.id] ?? null);
  const [stops, setStops] = useState<Pick<Tracking, 'pickup' | 'dropoff'>>(NO_STOPS);
  const ticked = useClock(TICK_MS);

  useEffect(() => {
    if (!isLive) return;
    let isLeft = false;
    const unmount = mountList(async () => {
      try {
        const found = receiveTracking(await call(readTracking, { rideId: ride.id }));
        if (!isLeft) setStops(found);
        return true;
      } catch {
        return false;
      }
    });
    return () => {
      isLeft = true;
      unmount();
    };
  }, [ride.id, isLive]);

  if (!isLive || !position || !isSinceSettingOff(position, ride)) return null;
  // A position may be younger than the last tick.
  const now = new Date(Math.max(ticked.getTime(), Date.parse(position.at)));
  return { position: forNextStop(position, ride), ...stops, now };
}

/** Announces the minutes until the next stop as they run down. */
export function useMinutesAnnouncement(tracking: LiveTracking | null): void {
  const before = useRef<number | null>(null);
  const arrival = tracking?.position.arrival;
  const minutes = tracking && arrival ? mostMinutes(arrival, tracking.now) : null;

  useEffect(() => {
    const text = before.current !== null && minutes !== null && minutesAnnouncement(before.current, minutes);
    if (text) announce(text);
    before.current = minutes;
  }, [minutes]);
}

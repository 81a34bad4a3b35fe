import { useEffect, useRef, useState } from 'react';
import { forNextStop, isSinceSettingOff, isUnderWay, type Tracking } from '#common/rides/position.ts';
import { readTracking } from '#common/rides/rides-api.ts';
import { mountList } from '#web/lib/active-lists.ts';
import { announce } from '#web/lib/announce.ts';
import { call } from '#web/lib/call.ts';
import { useClock } from '#web/lib/use-now.ts';
import { minutesAnnouncement, mostMinutes } from './format-arrival.ts';
import { receiveTracking, usePositionStore } from './position-store.ts';
import { type LiveTracking, NO_WAYPOINTS } from './ride-map-view.ts';

const TICK_MS = 5_000;

type TrackedRide = Parameters<typeof isUnderWay>[0] & { id: string; stops: readonly string[] };
type ReadTracking = (rideId: string) => Promise<Tracking>;

const readOwnTracking: ReadTracking = (rideId) => call(readTracking, { rideId });

/** Tracks a ride while its driver is under way. Null before, afterwards, and without a position. */
export function useTracking(ride: TrackedRide, read: ReadTracking = readOwnTracking): LiveTracking | null {
  const isLive = isUnderWay(ride);
  const position = usePositionStore((positions) => positions[ride.id] ?? null);
  const [waypoints, setWaypoints] = useState(NO_WAYPOINTS);
  // An edit may add a stop.
  const stops = ride.stops.join('\n');
  const ticked = useClock(TICK_MS);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads when a stop is added
  useEffect(() => {
    if (!isLive) return;
    let isLeft = false;
    const unmount = mountList(async () => {
      try {
        const found = receiveTracking(await read(ride.id));
        if (!isLeft) setWaypoints(found);
        return true;
      } catch {
        return false;
      }
    });
    return () => {
      isLeft = true;
      unmount();
    };
  }, [ride.id, isLive, stops, read]);

  if (!isLive || !position || !isSinceSettingOff(position, ride)) return null;
  // The position may be newer than the last tick.
  const now = new Date(Math.max(ticked.getTime(), Date.parse(position.at)));
  return { position: forNextStop(position, ride), ...waypoints, now };
}

/** Announces the remaining minutes to the next stop as they decrease. */
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

import { useEffect, useMemo, useRef, useState } from 'react';
import type { StaffDriver } from '#common/drivers/driver.ts';
import { type AssignedRide, assignedRideOf } from '#common/rides/assigned-ride.ts';
import { listAssignedRides } from '#common/rides/dispatch-api.ts';
import { type DriverFigures, listDriverFigures } from '#common/rides/rating-api.ts';
import { ASSIGNED_STATUSES } from '#common/rides/ride-states.ts';
import { mountList, reloadList } from '#web/lib/active-lists.ts';
import { isClientError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { onOps, opsChannel } from '#web/lib/ops-channel.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { createRequestCounter, mergeSnapshot } from '#web/lib/snapshots.ts';
import { mergeByVersion } from '#web/lib/versioned.ts';
import { loadAllPages } from '../fleet/load-all-pages.ts';
import { loadDrivers } from '../fleet/load-fleet.ts';

/** Debounce before the drivers are reloaded after a change of some, in milliseconds. */
const GATHER_MS = 500;

/** A driver with their assigned rides, soonest first, and figures. */
export interface DriverAtWork {
  driver: StaffDriver;
  rides: readonly AssignedRide[];
  /** Null for a driver approved while the list was loaded. */
  figures: DriverFigures | null;
}

type Rides = Readonly<Record<string, AssignedRide>>;

interface Reading {
  drivers: readonly StaffDriver[];
  figures: ReadonlyMap<string, DriverFigures>;
  /** When the server sent it. */
  asOf: Date;
}

/**
 * All drivers with what they are doing, live while mounted: reloaded at every connect and when drivers
 * change, and updated by every change of a ride in between.
 */
export function useDriversAtWork() {
  const [reading, setReading] = useState<Reading | null>(null);
  const [rides, setRides] = useState<Rides>({});
  const [changedAt, setChangedAt] = useState<Readonly<Record<string, number>>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const retry = useRef(() => {});

  useEffect(() => {
    let isLeft = false;
    let known: Rides = {};
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const requests = createRequestCounter();
    const show = (next: Rides) => {
      known = next;
      setRides(next);
    };
    const load = async () => {
      const request = requests.begin();
      try {
        // Subscribes first, so that no change is lost between the reply and the subscription.
        await opsChannel()?.watch();
        const before = known;
        const [drivers, figures, assigned] = await fetchWithTimeout((signal) =>
          Promise.all([loadDrivers(signal), loadFigures(signal), call(listAssignedRides, {}, { signal })]),
        );
        if (isLeft || !requests.accept(request)) return true;
        show(mergeSnapshot(known, { before, items: assigned.rides }));
        setReading({ drivers, figures, asOf: serverNow() });
        setFailure(null);
        return true;
      } catch (error) {
        if (!isLeft && requests.isCurrent(request)) setFailure(error);
        return isClientError(error);
      }
    };
    const receive = (changed: readonly AssignedRide[]) => {
      const before = known;
      show(mergeByVersion(before, changed));
      const arrived = changed.filter(({ id }) => known[id] !== before[id]);
      setChangedAt((at) => ({ ...at, ...stamped(driversOf(arrived, before)) }));
      const completed = arrived.filter((ride) => isCompleting(ride, before[ride.id]));
      if (completed.length > 0) setReading((read) => read && withCompleted(read, completed));
    };
    retry.current = () => {
      setFailure(null);
      void reloadList(load);
    };

    const stops = [
      mountList(load),
      onOps('board:changed', (changed) => receive(changed.map(assignedRideOf))),
      onOps('fleet:changed', () => {
        clearTimeout(gathering);
        gathering = setTimeout(() => void reloadList(load), GATHER_MS);
      }),
    ];
    return () => {
      isLeft = true;
      clearTimeout(gathering);
      for (const stop of stops) stop();
    };
  }, []);

  const drivers = useMemo(() => reading && atWork(reading, rides), [reading, rides]);
  return {
    /** Null until loaded. */
    drivers,
    asOf: reading?.asOf ?? null,
    /** When an event last changed what a driver is doing, in milliseconds, by driver. */
    changedAt,
    /** Why nothing could be loaded; null once it was. */
    failure: reading ? null : failure,
    retry: () => retry.current(),
  };
}

/** Loads the figures of all drivers, by driver. */
async function loadFigures(signal: AbortSignal): Promise<Reading['figures']> {
  const all = await loadAllPages(async (after) => {
    const query = after === null ? {} : { after };
    const { figures, next } = await call(listDriverFigures, query, { signal });
    return { rows: figures, next };
  });
  return new Map(all.map((figures) => [figures.driverId, figures]));
}

function atWork({ drivers, figures }: Reading, rides: Rides): DriverAtWork[] {
  const byDriver = new Map<string, AssignedRide[]>();
  for (const ride of Object.values(rides)) {
    if (ride.driverId === null || !isAssigned(ride)) continue;
    byDriver.set(ride.driverId, [...(byDriver.get(ride.driverId) ?? []), ride]);
  }
  return drivers.map((driver) => ({
    driver,
    rides: (byDriver.get(driver.id) ?? []).toSorted((one, other) =>
      one.scheduledAt.localeCompare(other.scheduledAt),
    ),
    figures: figures.get(driver.id) ?? null,
  }));
}

const isAssigned = ({ status }: AssignedRide): boolean => ASSIGNED_STATUSES.includes(status);

const isCompleting = (ride: AssignedRide, before: AssignedRide | undefined): boolean =>
  ride.status === 'completed' && before !== undefined && isAssigned(before);

/** The drivers whose row a change of rides alters, such as the one who lost a ride and the one who has it. */
const driversOf = (changed: readonly AssignedRide[], before: Rides): string[] =>
  changed.flatMap((ride) => {
    const former = before[ride.id];
    if (former && isSameWork(former, ride)) return [];
    return [former, ride].flatMap((each) =>
      each && (isAssigned(each) || former) ? (each.driverId ?? []) : [],
    );
  });

const isSameWork = (one: AssignedRide, other: AssignedRide): boolean =>
  one.driverId === other.driverId &&
  one.status === other.status &&
  one.scheduledAt === other.scheduledAt &&
  one.endsAt === other.endsAt &&
  one.arrivedAt === other.arrivedAt;

const stamped = (driverIds: readonly string[]): Record<string, number> =>
  Object.fromEntries(driverIds.map((id) => [id, Date.now()]));

/** Counts completed rides at once; the next load brings the server's count. */
function withCompleted(reading: Reading, completed: readonly AssignedRide[]): Reading {
  const figures = new Map(reading.figures);
  for (const { driverId } of completed) {
    const known = driverId === null ? undefined : figures.get(driverId);
    if (known) figures.set(known.driverId, { ...known, completedThisWeek: known.completedThisWeek + 1 });
  }
  return { ...reading, figures };
}

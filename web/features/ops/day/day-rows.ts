import type { StaffDriver } from '#common/drivers/driver.ts';
import { hoursOn } from '#common/drivers/weekly-hours.ts';
import { HOUR_MS } from '#common/durations.ts';
import type { DispatchDay } from '#common/rides/dispatch-api.ts';
import { plannedSpan, type Span } from '#common/rides/overlap.ts';
import { isOffer } from '#common/rides/ride-states.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { addDays, dateInVegas, toInstant, weekdayOf } from '#common/time.ts';
import { outside } from './day-layout.ts';

/** A day's page extends into the next morning by this many hours, because evenings in Las Vegas end then. */
const NIGHT_HOURS = 6;

/** The span of a day's page (YYYY-MM-DD): from midnight to the next morning. Null for an invalid date. */
export function windowOfDay(date: string): Span | null {
  const from = toInstant(date, '00:00');
  const until = from && toInstant(addDays(date, 1), '00:00');
  return until ? { startMs: from.getTime(), endMs: until.getTime() + NIGHT_HOURS * HOUR_MS } : null;
}

/** The full hours of a window, including both ends. */
export const hoursOf = ({ startMs, endMs }: Span): number[] =>
  Array.from({ length: Math.floor((endMs - startMs) / HOUR_MS) + 1 }, (_, hour) => startMs + hour * HOUR_MS);

/** A ride with its planned time span. */
export type PlannedRide = Span & { ride: StaffRide };

type DayDriver = DispatchDay['drivers'][number];

/** A driver's row. */
export interface DriverDay {
  driver: DayDriver;
  /** The driver's hours and vehicles; null when not loaded. */
  details: StaffDriver | null;
  rides: PlannedRide[];
  offDuty: Span[];
}

interface Known {
  drivers: readonly DayDriver[];
  details: ReadonlyMap<string, StaffDriver>;
  rides: readonly StaffRide[];
  date: string;
  window: Span;
  now: Date;
}

/**
 * Builds the rows of a day: rides without a driver, and each driver with their rides. Cancelled rides and
 * unpaid offers are omitted.
 */
export function dayRows({ drivers, details, rides, date, window, now }: Known): {
  unassigned: PlannedRide[];
  rows: DriverDay[];
} {
  const planned = rides
    .filter(({ status }) => status !== 'cancelled')
    .map((ride) => ({ ...plannedSpan(new Date(ride.scheduledAt), ride), ride }))
    .filter(({ startMs, endMs }) => startMs < window.endMs && endMs > window.startMs);
  const byDriver = new Map<string, PlannedRide[]>();
  for (const each of planned) {
    const { driverId } = each.ride;
    if (driverId) byDriver.set(driverId, [...(byDriver.get(driverId) ?? []), each]);
  }
  return {
    unassigned: planned.filter(({ ride }) => ride.driverId === null && isOffer(ride)),
    rows: drivers.map((driver) => {
      const known = details.get(driver.id) ?? null;
      return {
        driver,
        details: known,
        rides: byDriver.get(driver.id) ?? [],
        offDuty: offDutyOf(driver, known, { date, window, now }),
      };
    }),
  };
}

/**
 * A driver's time off duty: outside their weekly hours. Without weekly hours it is the whole window, if the
 * day is today and the driver is currently off duty; a suspended driver is off duty throughout.
 */
function offDutyOf(
  { isOnDuty, state }: DayDriver,
  details: StaffDriver | null,
  { date, window, now }: Pick<Known, 'date' | 'window' | 'now'>,
): Span[] {
  if (state === 'suspended') return [window];
  const hours = details?.weeklyHours ?? [];
  if (hours.length === 0) return date === dateInVegas(now) && !isOnDuty ? [window] : [];
  // The previous day's shift may extend past midnight.
  const shifts = [-1, 0, 1].flatMap((by) => {
    const day = addDays(date, by);
    const weekday = weekdayOf(day);
    return hours.flatMap((shift) => (shift.weekday === weekday ? shiftOn(day, shift) : []));
  });
  return outside(shifts, window);
}

function shiftOn(day: string, shift: { from: string; to: string }): Span[] {
  const on = hoursOn(day, shift);
  return on ? [{ startMs: on.begins.getTime(), endMs: on.ends.getTime() }] : [];
}

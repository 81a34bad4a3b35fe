import type { StaffDriver } from '#common/drivers/driver.ts';
import { hoursOn } from '#common/drivers/weekly-hours.ts';
import type { DispatchDay } from '#common/rides/dispatch-api.ts';
import { plannedSpan, type Span } from '#common/rides/overlap.ts';
import { isOffer } from '#common/rides/ride-states.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { addDays, dateInVegas, toInstant } from '#common/time.ts';
import { outside } from './day-layout.ts';

/** Hours of the night after a day that are shown with it: an evening in Las Vegas ends in the morning. */
const NIGHT_HOURS = 6;

const HOUR_MS = 3_600_000;

/** What the page of a day (YYYY-MM-DD) shows: from midnight to the next morning. Null for what is no day. */
export function windowOfDay(date: string): Span | null {
  const from = toInstant(date, '00:00');
  const until = from && toInstant(addDays(date, 1), '00:00');
  return until ? { startMs: from.getTime(), endMs: until.getTime() + NIGHT_HOURS * HOUR_MS } : null;
}

/** The full hours of a window, the first and the last included. */
export const hoursOf = ({ startMs, endMs }: Span): number[] =>
  Array.from({ length: Math.floor((endMs - startMs) / HOUR_MS) + 1 }, (_, hour) => startMs + hour * HOUR_MS);

/** A ride as it is planned. */
export type PlannedRide = Span & { ride: StaffRide };

type DayDriver = DispatchDay['drivers'][number];

/** A driver's row. */
export interface DriverDay {
  driver: DayDriver;
  /** What else is known of them: hours and vehicles; null where it was not read. */
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

/** The rows of a day: rides that nobody has, and each driver with theirs. What is cancelled or unpaid is in none. */
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

/** When a driver is off duty: outside their weekly hours; without any, today, while they are off duty. */
function offDutyOf(
  { isOnDuty, state }: DayDriver,
  details: StaffDriver | null,
  { date, window, now }: Pick<Known, 'date' | 'window' | 'now'>,
): Span[] {
  if (state === 'suspended') return [window];
  const hours = details?.weeklyHours ?? [];
  if (hours.length === 0) return date === dateInVegas(now) && !isOnDuty ? [window] : [];
  // The shift of the day before may go past midnight.
  const shifts = [-1, 0, 1].flatMap((by) => {
    const day = addDays(date, by);
    const weekday = new Date(`${day}T00:00Z`).getUTCDay();
    return hours.flatMap((shift) => (shift.weekday === weekday ? shiftOn(day, shift) : []));
  });
  return outside(shifts, window);
}

function shiftOn(day: string, shift: { from: string; to: string }): Span[] {
  const on = hoursOn(day, shift);
  return on ? [{ startMs: on.begins.getTime(), endMs: on.ends.getTime() }] : [];
}

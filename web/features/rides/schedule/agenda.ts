import { MINUTE_MS } from '#common/durations.ts';
import { type Span, TRAVEL_MINUTES } from '#common/rides/overlap.ts';
import type { DriverRide, Offer } from '#common/rides/ride.ts';
import { addDays, dateInVegas, toInstant } from '#common/time.ts';
import { fitsFreeTime } from '../driver/free-time.ts';
import { isOnDay, ridesAhead, spanOf, spanOfDay } from '../planned-time.ts';

/** Number of days in a driver's schedule. */
export const SHOWN_DAYS = 8;

const TRAVEL_MS = TRAVEL_MINUTES * MINUTE_MS;

/** A part of a driver's day: free time, the drive to a ride, or a ride. */
export type Stretch =
  | {
      kind: 'free';
      fromMs: number;
      untilMs: number;
      /** Nothing follows on that day. */
      isRestOfDay: boolean;
      /** Whether it has started. */
      isNow: boolean;
      /** How many open requests fit into it. */
      fitting: number;
    }
  | {
      kind: 'drive';
      fromMs: number;
      ride: DriverRide;
      /** The previous ride, from whose drop-off the driver comes; null for the first of the day. */
      before: DriverRide | null;
    }
  | {
      kind: 'ride';
      ride: DriverRide;
      span: Span;
      /** The ride began on an earlier day, which shows it too. `span` starts at midnight. */
      isContinued: boolean;
    };

/** A day of the schedule, or several days without rides and fitting requests. */
export interface AgendaDay {
  /** YYYY-MM-DD in Las Vegas. `last` differs from `date` when free days are merged. */
  date: string;
  last: string;
  isToday: boolean;
  /** Active rides on the day, including those that began earlier. */
  ahead: readonly DriverRide[];
  /** Completed rides of the day. */
  done: readonly DriverRide[];
  stretches: readonly Stretch[];
}

/** A day after the schedule, with its rides. */
interface LaterDay {
  date: string;
  rides: readonly DriverRide[];
}

/** Returns the active rides after the days of the schedule, by day. */
export function laterDays(rides: readonly DriverRide[], now: Date): LaterDay[] {
  const end = addDays(dateInVegas(now), SHOWN_DAYS);
  const later = ridesAhead(rides).filter(({ scheduledDate }) => scheduledDate >= end);
  const dates = [...new Set(later.map(({ scheduledDate }) => scheduledDate))];
  return dates.map((date) => ({
    date,
    rides: later.filter(({ scheduledDate }) => scheduledDate === date),
  }));
}

interface AgendaInput {
  rides: readonly DriverRide[];
  offers: readonly Offer[];
  now: Date;
}

/** Builds a driver's schedule of eight days: free time, drives and rides. Adjacent empty days are merged. */
export function agendaOf({ rides, offers, now }: AgendaInput): AgendaDay[] {
  const today = dateInVegas(now);
  const ahead = ridesAhead(rides);
  const days = Array.from({ length: SHOWN_DAYS }, (_, index): AgendaDay => {
    const date = addDays(today, index);
    const own = ahead.filter((ride) => isOnDay(ride, date) || (index === 0 && ride.scheduledDate < date));
    return {
      date,
      last: date,
      isToday: index === 0,
      ahead: own,
      done: rides.filter(({ status, scheduledDate }) => status === 'completed' && scheduledDate === date),
      stretches: stretchesOf(own, { date, isToday: index === 0, nowMs: now.getTime(), offers, ahead }),
    };
  });
  return mergeFree(days);
}

interface DayInput {
  date: string;
  isToday: boolean;
  nowMs: number;
  offers: readonly Offer[];
  /** All active rides, since a request may overlap one of the previous or next day. */
  ahead: readonly DriverRide[];
}

function stretchesOf(
  rides: readonly DriverRide[],
  { date, isToday, nowMs, offers, ahead }: DayInput,
): Stretch[] {
  const { startMs: dayMs, endMs } = spanOfDay(date);
  const free = (fromMs: number, untilMs: number): Stretch[] => {
    const fitting = offers.filter((offer) => fitsFreeTime(offer, { fromMs, untilMs }, ahead)).length;
    const isNow = isToday && fromMs === nowMs;
    // Free time in the morning of a later day is shown only if a request fits into it.
    if (!isToday && fromMs === dayMs && fitting === 0) return [];
    return [{ kind: 'free', fromMs, untilMs, isRestOfDay: untilMs === endMs, isNow, fitting }];
  };

  const stretches: Stretch[] = [];
  let cursor = isToday ? nowMs : dayMs;
  let before: DriverRide | null = null;
  for (const ride of rides) {
    const span = spanOf(ride);
    const leaveMs = span.startMs - TRAVEL_MS;
    const isContinued = !isToday && span.startMs < dayMs;
    const isUnderWay = isContinued || ride.status === 'in_progress' || span.startMs <= nowMs;
    if (!isUnderWay) {
      if (leaveMs > cursor) stretches.push(...free(cursor, leaveMs));
      stretches.push({ kind: 'drive', fromMs: Math.max(leaveMs, cursor), ride, before });
    }
    const startMs = isContinued ? dayMs : span.startMs;
    stretches.push({ kind: 'ride', ride, span: { ...span, startMs }, isContinued });
    cursor = Math.max(cursor, span.endMs);
    before = ride;
  }
  return isToday && cursor < endMs ? [...stretches, ...free(cursor, endMs)] : stretches;
}

/** Merges adjacent days after today without rides and fitting requests. */
function mergeFree(days: readonly AgendaDay[]): AgendaDay[] {
  const merged: AgendaDay[] = [];
  for (const day of days) {
    const previous = merged.at(-1);
    const isEmpty = (each: AgendaDay) => !each.isToday && each.stretches.length === 0;
    if (previous && isEmpty(previous) && isEmpty(day))
      merged[merged.length - 1] = { ...previous, last: day.date };
    else merged.push(day);
  }
  return merged;
}

/** The strip of a day shows 6 AM to midnight. */
const STRIP_FROM = '06:00';

/** Returns the position of a ride on the strip of a day, from 0 to 1, clipped to the strip. */
export function placeOnStrip(ride: DriverRide, date: string): { from: number; to: number } {
  const { startMs, endMs } = spanOf(ride);
  const untilMs = spanOfDay(date).endMs;
  const fromMs = toInstant(date, STRIP_FROM)?.getTime() ?? untilMs;
  const shareOf = (ms: number) => Math.min(1, Math.max(0, (ms - fromMs) / (untilMs - fromMs)));
  return { from: shareOf(startMs), to: shareOf(endMs) };
}

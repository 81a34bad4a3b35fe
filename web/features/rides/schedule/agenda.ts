import { type Span, TRAVEL_MINUTES } from '#common/rides/overlap.ts';
import type { DriverRide, Offer } from '#common/rides/ride.ts';
import { addDays, dateInVegas, toInstant } from '#common/time.ts';
import { isOnDay, ridesAhead, spanOf, spanOfDay } from '../driver/fit.ts';
import { fitsFreeTime } from '../driver/free-time.ts';

/** Days that a driver's schedule shows. */
export const SHOWN_DAYS = 8;

const TRAVEL_MS = TRAVEL_MINUTES * 60_000;

/** A stretch of a driver's day: free, on the drive to a ride, or a ride. */
export type Stretch =
  | {
      kind: 'free';
      fromMs: number;
      untilMs: number;
      /** Nothing comes after it on that day. */
      isRestOfDay: boolean;
      /** Whether it has begun. */
      isNow: boolean;
      /** How many open requests fit into it. */
      fitting: number;
    }
  | {
      kind: 'drive';
      fromMs: number;
      ride: DriverRide;
      /** The ride they come from; null for the first of the day. */
      before: DriverRide | null;
    }
  | {
      kind: 'ride';
      ride: DriverRide;
      span: Span;
      /** It began on the day before, which shows it too: of its span only what is left of it. */
      isContinued: boolean;
    };

/** A day with rides, or several without any. */
export interface AgendaDay {
  /** YYYY-MM-DD in Las Vegas; `last` is another day where free days are merged. */
  date: string;
  last: string;
  isToday: boolean;
  /** Rides ahead or under way that are on it, or go on until it. */
  ahead: readonly DriverRide[];
  /** Rides of the day that are completed. */
  done: readonly DriverRide[];
  stretches: readonly Stretch[];
}

/** A day beyond those, with the rides of it. */
interface LaterDay {
  date: string;
  rides: readonly DriverRide[];
}

/** The rides ahead that lie beyond the days shown, by day. */
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

/** A driver's next eight days: when they are free, on the drive, and with a rider. Days without rides are one. */
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
  /** Every ride ahead, for what a request might overlap on the day before or after. */
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
    // The morning of another day says nothing, unless something fits into it.
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

/** Days after today with neither rides nor requests, following each other, are one. */
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

/** The part of a day that its strip shows is from 6 AM to midnight. */
const STRIP_FROM = '06:00';

/** Where a ride lies on the strip of a day, from 0 to 1; what is outside of it is cut off. */
export function placeOnStrip(ride: DriverRide, date: string): { from: number; to: number } {
  const { startMs, endMs } = spanOf(ride);
  const untilMs = spanOfDay(date).endMs;
  const fromMs = toInstant(date, STRIP_FROM)?.getTime() ?? untilMs;
  const shareOf = (ms: number) => Math.min(1, Math.max(0, (ms - fromMs) / (untilMs - fromMs)));
  return { from: shareOf(startMs), to: shareOf(endMs) };
}

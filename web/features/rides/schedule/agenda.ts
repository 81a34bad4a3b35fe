import { overlaps, plannedSpan, type Span, TRAVEL_MINUTES } from '#common/rides/overlap.ts';
import type { DriverRide, Offer } from '#common/rides/ride.ts';
import { addDays, dateInVegas, toInstant } from '#common/time.ts';

/** Days that a driver's schedule shows. */
const SHOWN_DAYS = 8;

const TRAVEL_MS = TRAVEL_MINUTES * 60_000;

/** A stretch of a driver's day: free, on the drive to a ride, or a ride. */
export type Stretch =
  | {
      kind: 'free';
      fromMs: number;
      /** Null for the rest of the day. */
      untilMs: number | null;
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
  | { kind: 'ride'; ride: DriverRide; span: Span };

/** A day with rides, or several without any. */
export interface AgendaDay {
  /** YYYY-MM-DD in Las Vegas; `last` is another day where free days are merged. */
  date: string;
  last: string;
  isToday: boolean;
  /** Rides ahead or under way. */
  ahead: readonly DriverRide[];
  /** Rides of the day that are completed. */
  done: readonly DriverRide[];
  stretches: readonly Stretch[];
}

const spanOf = (ride: Pick<Offer, 'scheduledDate' | 'scheduledTime' | 'hours'>): Span =>
  plannedSpan(toInstant(ride.scheduledDate, ride.scheduledTime) ?? new Date(Number.NaN), ride);

const isAhead = ({ status }: DriverRide): boolean => status === 'accepted' || status === 'in_progress';

interface AgendaInput {
  rides: readonly DriverRide[];
  offers: readonly Offer[];
  now: Date;
}

/** A driver's next eight days: when they are free, on the drive, and with a rider. Days without rides are one. */
export function agendaOf({ rides, offers, now }: AgendaInput): AgendaDay[] {
  const today = dateInVegas(now);
  const ahead = rides.filter(isAhead).toSorted((one, other) => spanOf(one).startMs - spanOf(other).startMs);
  const days = Array.from({ length: SHOWN_DAYS }, (_, index): AgendaDay => {
    const date = addDays(today, index);
    const own = ahead.filter(
      ({ scheduledDate }) => scheduledDate === date || (index === 0 && scheduledDate < date),
    );
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
  const dayMs = toInstant(date, '00:00')?.getTime() ?? nowMs;
  const endMs = toInstant(addDays(date, 1), '00:00')?.getTime() ?? nowMs;
  const fitsIn = (fromMs: number, untilMs: number): number =>
    offers.filter((offer) => {
      const span = spanOf(offer);
      const isIn = span.startMs >= fromMs && span.startMs < untilMs;
      return isIn && !ahead.some((ride) => overlaps(span, spanOf(ride)));
    }).length;
  const free = (fromMs: number, untilMs: number | null): Stretch[] => {
    const fitting = fitsIn(fromMs, untilMs ?? endMs);
    const isNow = isToday && fromMs === nowMs;
    // The morning of another day says nothing, unless something fits into it.
    if (!isToday && fromMs === dayMs && fitting === 0) return [];
    return [{ kind: 'free', fromMs, untilMs, isNow, fitting }];
  };

  const stretches: Stretch[] = [];
  let cursor = isToday ? nowMs : dayMs;
  let before: DriverRide | null = null;
  for (const ride of rides) {
    const span = spanOf(ride);
    const leaveMs = span.startMs - TRAVEL_MS;
    const isUnderWay = ride.status === 'in_progress' || span.startMs <= nowMs;
    if (!isUnderWay) {
      if (leaveMs > cursor) stretches.push(...free(cursor, leaveMs));
      stretches.push({ kind: 'drive', fromMs: Math.max(leaveMs, cursor), ride, before });
    }
    stretches.push({ kind: 'ride', ride, span });
    cursor = Math.max(cursor, span.endMs);
    before = ride;
  }
  return isToday && cursor < endMs ? [...stretches, ...free(cursor, null)] : stretches;
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

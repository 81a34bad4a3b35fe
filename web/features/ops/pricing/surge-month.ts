import { SURGE_MULTIPLIER, surgeTierOf } from '#common/fares/surge.ts';
import type { SurgeTier } from '#common/fares/surge-day.ts';
import type { NewSurgeEvent, SurgeCalendar, SurgeEvent } from '#common/fares/surge-days-api.ts';

/** A day of the month with its events and rides. */
export interface MonthDay {
  date: string;
  /** Multiplier of the base fare; 1 on a standard day. */
  multiplier: number;
  /** The event in each lane of its week, or null. An event stays in the same lane all week. */
  lanes: readonly (SurgeEvent | null)[];
  rides: number;
}

/** Lays out the days of a week with their events in lanes. Events with higher multipliers come first. */
export function layOutWeek(week: readonly string[], { events, rides }: SurgeCalendar): MonthDay[] {
  const [from = '', to = ''] = [week[0], week.at(-1)];
  const shown = events
    .filter(({ firstDay, lastDay }) => firstDay <= to && lastDay >= from)
    .toSorted(
      (one, other) => multiplierOf(other) - multiplierOf(one) || one.firstDay.localeCompare(other.firstDay),
    );
  const lanes = packLanes(shown);
  const counts = new Map(rides.map(({ date, count }) => [date, count]));

  return week.map((date) => ({
    date,
    multiplier: multiplierOn(date, events),
    lanes: lanes.map((lane) => lane.find((event) => isOn(event, date)) ?? null),
    rides: counts.get(date) ?? 0,
  }));
}

/** The multiplier of an event for the base fare. */
export const multiplierOf = ({ tier }: Pick<SurgeEvent, 'tier'>): number => SURGE_MULTIPLIER[tier];

/** Whether an event includes this day. */
export const isOn = ({ firstDay, lastDay }: Pick<SurgeEvent, 'firstDay' | 'lastDay'>, date: string) =>
  firstDay <= date && date <= lastDay;

/** The surge tier for pickups on this day: the highest of its events and of the weekend wins. */
export function tierOn(date: string, events: readonly NewSurgeEvent[]): SurgeTier {
  const days = events.filter((event) => isOn(event, date)).map(({ tier, name }) => ({ date, tier, name }));
  return surgeTierOf(date, days);
}

/** The multiplier of the base fare for pickups on this day. */
const multiplierOn = (date: string, events: readonly SurgeEvent[]): number =>
  SURGE_MULTIPLIER[tierOn(date, events)];

/** Puts each event in the first lane in which it overlaps no other. */
function packLanes(events: readonly SurgeEvent[]): SurgeEvent[][] {
  const lanes: SurgeEvent[][] = [];
  for (const event of events) {
    const free = lanes.find((lane) =>
      lane.every((other) => other.lastDay < event.firstDay || event.lastDay < other.firstDay),
    );
    if (free) free.push(event);
    else lanes.push([event]);
  }
  return lanes;
}

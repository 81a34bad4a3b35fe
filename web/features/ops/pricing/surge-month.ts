import { SURGE_MULTIPLIER, surgeTierOf } from '#common/fares/surge.ts';
import type { SurgeTier } from '#common/fares/surge-day.ts';
import type { NewSurgeEvent, SurgeCalendar, SurgeEvent } from '#common/fares/surge-days-api.ts';

/** What lies on a day of the month. */
export interface MonthDay {
  date: string;
  /** What the base fare is multiplied by; 1 on a standard day. */
  multiplier: number;
  /** The event of each lane of its week, so that a line stays on one height; null where the lane is free. */
  lanes: readonly (SurgeEvent | null)[];
  rides: number;
}

/** The days of a week with their events in lanes: the event that counts above those that do not. */
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

/** What an event multiplies the base fare by. */
export const multiplierOf = ({ tier }: Pick<SurgeEvent, 'tier'>): number => SURGE_MULTIPLIER[tier];

/** Whether an event has this day. */
export const isOn = ({ firstDay, lastDay }: Pick<SurgeEvent, 'firstDay' | 'lastDay'>, date: string) =>
  firstDay <= date && date <= lastDay;

/** The tier of a pickup on this day: the highest wins. */
export function tierOn(date: string, events: readonly NewSurgeEvent[]): SurgeTier {
  const days = events.filter((event) => isOn(event, date)).map(({ tier, name }) => ({ date, tier, name }));
  return surgeTierOf(date, days);
}

/** What the base fare of a pickup on this day is multiplied by. */
export const multiplierOn = (date: string, events: readonly SurgeEvent[]): number =>
  SURGE_MULTIPLIER[tierOn(date, events)];

/** Each event in the first lane where it overlaps none. */
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

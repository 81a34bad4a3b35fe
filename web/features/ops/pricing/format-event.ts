import {
  EVENT_MAX_DAYS,
  type NewSurgeEvent,
  type SurgeCalendar,
  type SurgeEvent,
} from '#common/fares/surge-days-api.ts';
import { addDays } from '#common/time.ts';
import { dayRange, shortDay } from './month-days.ts';
import { isOn, multiplierOf } from './surge-month.ts';

/** A multiplier in words: `× 1.25`. */
export const times = (multiplier: number): string => `× ${multiplier}`;

/** The screen reader label of an event: `CES, 5 to 8 Jan, × 1.5`. */
export const eventLabel = (event: SurgeEvent): string =>
  `${event.name}, ${dayRange(event.firstDay, event.lastDay)}, ${times(multiplierOf(event))}`;

/** Says that the rides booked on an event's days keep their fares; null if there are none. */
export function keptFares(
  { firstDay, lastDay }: Pick<NewSurgeEvent, 'firstDay' | 'lastDay'>,
  { rides }: SurgeCalendar,
): string | null {
  const count = rides
    .filter(({ date }) => isOn({ firstDay, lastDay }, date))
    .reduce((sum, day) => sum + day.count, 0);
  const days = firstDay === lastDay ? 'this day' : 'these days';
  if (count === 0) return null;
  return count === 1
    ? `The ride booked on ${days} keeps its fare.`
    : `The ${count} rides booked on ${days} keep their fare.`;
}

/** Says on which days another event applies as well; null if on none. */
export function sharedDays(
  event: Pick<NewSurgeEvent, 'firstDay' | 'lastDay'>,
  others: readonly SurgeEvent[],
): string | null {
  if (!isTyped(event)) return null;
  const shared: string[] = [];
  for (let date = event.firstDay; date <= event.lastDay; date = addDays(date, 1)) {
    if (others.some((other) => isOn(other, date))) shared.push(date);
  }
  const [first, ...more] = shared;
  if (!first) return null;
  const days = more.length === 0 ? shortDay(first) : `${shared.length} of them`;
  return `On ${days} there is another event; the higher rate counts.`;
}

/** Whether both days are complete. While a year is being typed they may be empty, or centuries apart. */
const isTyped = ({ firstDay, lastDay }: Pick<NewSurgeEvent, 'firstDay' | 'lastDay'>): boolean =>
  firstDay !== '' && lastDay !== '' && lastDay < addDays(firstDay, EVENT_MAX_DAYS);

import type { EventTier, NewSurgeEvent } from '#common/fares/surge-days-api.ts';
import { addDays, weekdayOf } from '#common/time.ts';

const SUNDAY = 0;
const TUESDAY = 2;
const THURSDAY = 4;
const FRIDAY = 5;
const SATURDAY = 6;

/** Returns the first date on or after `date` that falls on `weekday` (0 is Sunday). */
function firstOnOrAfter(date: string, weekday: number): string {
  const days = (weekday - weekdayOf(date) + 7) % 7;
  return addDays(date, days);
}

const event =
  (tier: EventTier) =>
  (name: string, firstDay: string, days = 1): NewSurgeEvent => ({
    name,
    tier,
    firstDay,
    lastDay: addDays(firstDay, days - 1),
  });

const specialEvent = event('special-event');
const fightNight = event('fight-night');

/**
 * Returns the annual events of Las Vegas on their usual dates. They seed the surge calendar, which operations
 * then maintain, since events such as fights are often moved.
 */
export function annualEvents(year: number): NewSurgeEvent[] {
  const superBowl = addDays(firstOnOrAfter(`${year}-02-01`, SUNDAY), 7);
  const weekBeforeThanksgiving = addDays(firstOnOrAfter(`${year}-11-01`, THURSDAY), 14);
  return [
    specialEvent('CES', firstOnOrAfter(`${year}-01-05`, TUESDAY), 4),
    specialEvent('Super Bowl weekend', addDays(superBowl, -2), 3),
    fightNight('Cinco de Mayo title fight', firstOnOrAfter(`${year}-05-01`, SATURDAY)),
    specialEvent('Electric Daisy Carnival', addDays(firstOnOrAfter(`${year}-05-01`, FRIDAY), 14), 3),
    fightNight('International Fight Week', firstOnOrAfter(`${year}-06-24`, SATURDAY)),
    specialEvent('Independence Day', `${year}-07-04`),
    fightNight('Mexican Independence title fight', firstOnOrAfter(`${year}-09-12`, SATURDAY)),
    specialEvent('SEMA Show', firstOnOrAfter(`${year}-11-02`, TUESDAY), 4),
    specialEvent('Las Vegas Grand Prix', weekBeforeThanksgiving, 3),
    fightNight('December title fight', firstOnOrAfter(`${year}-12-05`, SATURDAY)),
    specialEvent("New Year's Eve", `${year}-12-31`),
  ];
}

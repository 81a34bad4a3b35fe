import { surgeTierOf } from '#common/fares/surge.ts';
import type { SurgeDay, SurgeTier } from '#common/fares/surge-day.ts';
import type { EventTier, NewSurgeEvent } from '#common/fares/surge-days-api.ts';
import { addDays, dateInVegas, MAX_DAYS_AHEAD } from '#common/time.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { SurgeEventModel } from './surge-event-model.ts';
import { listSurgeEvents } from './surge-events.ts';

/** The tier a pickup date (YYYY-MM-DD in Las Vegas) is charged at, by the calendar as it is now. */
export async function chargedTier(date: string): Promise<SurgeTier> {
  return surgeTierOf(date, await listSurgeDays(date, date));
}

/** The calendar from today as far as rides can be booked, by date. */
export function upcomingSurgeDays(): Promise<SurgeDay[]> {
  const today = dateInVegas(databaseClock.now());
  return listSurgeDays(today, addDays(today, MAX_DAYS_AHEAD));
}

/** The days of all events from `from` to `to`, by date. */
async function listSurgeDays(from: string, to: string): Promise<SurgeDay[]> {
  const events = await listSurgeEvents(from, to);
  return events
    .flatMap(daysOf)
    .filter(({ date }) => date >= from && date <= to)
    .toSorted((one, other) => one.date.localeCompare(other.date));
}

function daysOf({ name, tier, firstDay, lastDay }: NewSurgeEvent): SurgeDay[] {
  const days: SurgeDay[] = [];
  for (let date = firstDay; date <= lastDay; date = addDays(date, 1)) days.push({ date, tier, name });
  return days;
}

/**
 * Adds the events of this year and the next to the calendar. Those that were added before stay as operations
 * left them: renamed, moved or taken out.
 */
export async function seedSurgeCalendar(): Promise<void> {
  const year = Number(dateInVegas(databaseClock.now()).slice(0, 4));
  for (const each of [year, year + 1]) {
    for (const event of annualEvents(each)) {
      await SurgeEventModel.updateOne(
        { seededAs: `${event.name} ${each}` },
        { $setOnInsert: event },
        { upsert: true },
      );
    }
  }
}

const SUNDAY = 0;
const TUESDAY = 2;
const THURSDAY = 4;
const FRIDAY = 5;
const SATURDAY = 6;

/** The first such weekday (0 is Sunday) on or after a date. */
function firstOnOrAfter(date: string, weekday: number): string {
  const days = (weekday - new Date(`${date}T00:00Z`).getUTCDay() + 7) % 7;
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
 * The annual events of Las Vegas, on the days on which they usually fall. They seed the calendar, which
 * operations then maintain: a fight is moved more easily than a rule.
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

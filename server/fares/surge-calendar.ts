import { surgeTierOf } from '#common/fares/surge.ts';
import type { SurgeDay, SurgeTier } from '#common/fares/surge-day.ts';
import type { NewSurgeEvent } from '#common/fares/surge-days-api.ts';
import { addDays, dateInVegas, MAX_DAYS_AHEAD } from '#common/time.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { annualEvents } from './annual-events.ts';
import { SurgeEventModel } from './surge-event-model.ts';
import { listSurgeEvents } from './surge-events.ts';

/** Returns the surge tier of a pickup date (YYYY-MM-DD in Las Vegas) by the current calendar. */
export async function surgeTierOn(date: string): Promise<SurgeTier> {
  return surgeTierOf(date, await listSurgeDays(date, date));
}

/** Returns the surge days from today until the last day that can be booked, by date. */
export function upcomingSurgeDays(): Promise<SurgeDay[]> {
  const today = dateInVegas(databaseClock.now());
  return listSurgeDays(today, addDays(today, MAX_DAYS_AHEAD));
}

/** Returns the days of all events from `from` to `to`, by date. */
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
 * Adds the annual events of this year and the next to the calendar. Events added before, by hand as well,
 * stay as operations left them: renamed, moved or removed.
 */
export async function seedSurgeCalendar(): Promise<void> {
  const year = Number(dateInVegas(databaseClock.now()).slice(0, 4));
  for (const each of [year, year + 1]) {
    for (const event of annualEvents(each)) await seedEvent(event, `${event.name} ${each}`);
  }
}

async function seedEvent(event: NewSurgeEvent, seededAs: string): Promise<void> {
  try {
    await SurgeEventModel.updateOne({ seededAs }, { $setOnInsert: event }, { upsert: true });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // An admin added it by hand. Marked as seeded, it is not added again after it is changed or removed.
    const { name, tier, firstDay } = event;
    await SurgeEventModel.updateOne({ name, tier, firstDay, isRemoved: false }, { $set: { seededAs } });
  }
}

import { dateInVegas } from '#common/time.ts';
import { annualEvents } from './annual-events.ts';
import { SurgeDayModel } from './surge-day-model.ts';

/** Puts the events of this year and the next into the calendar; what is there stays as it is. */
export async function seedSurgeCalendar(): Promise<void> {
  const year = Number(dateInVegas(new Date()).slice(0, 4));
  for (const { date, tier, name } of [...annualEvents(year), ...annualEvents(year + 1)]) {
    await SurgeDayModel.updateOne({ date, tier }, { $setOnInsert: { name } }, { upsert: true });
  }
}

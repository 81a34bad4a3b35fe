import { dateInVegas } from '#common/time.ts';
import { SurgeDayModel } from './surge-day-model.ts';
import { yearlySurgeDays } from './yearly-surge-days.ts';

/** Puts this year's and next year's days into the calendar unless it has some: what operations edited stays as it is. */
export async function seedSurgeDays(): Promise<void> {
  if (await SurgeDayModel.exists({})) return;
  const year = Number(dateInVegas(new Date()).slice(0, 4));
  await SurgeDayModel.insertMany([...yearlySurgeDays(year), ...yearlySurgeDays(year + 1)]);
}

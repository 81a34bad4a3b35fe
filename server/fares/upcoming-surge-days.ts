import type { SurgeDay } from '#common/fares/surge-day.ts';
import { addDays, dateInVegas, MAX_DAYS_AHEAD } from '#common/time.ts';
import { SurgeDayModel } from './surge-day-model.ts';

const present = ({ date, tier, name }: SurgeDay): SurgeDay => ({ date, tier, name });

/** The calendar from today as far as rides can be booked, by date. */
export async function upcomingSurgeDays(): Promise<SurgeDay[]> {
  const today = dateInVegas(new Date());
  const days = await SurgeDayModel.find({ date: { $gte: today, $lte: addDays(today, MAX_DAYS_AHEAD) } })
    .sort({ date: 1 })
    .lean<SurgeDay[]>();
  return days.map(present);
}

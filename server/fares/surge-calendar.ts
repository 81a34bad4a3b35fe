import { model, Schema } from 'mongoose';
import { type SurgeDay, type SurgeTier, surgeTierOf, surgeTierSchema } from '#common/fares/surge.ts';
import { addDays, dateInVegas, MAX_DAYS_AHEAD } from '#common/time.ts';
import { annualEvents } from './annual-events.ts';

/** The tier a pickup date (YYYY-MM-DD in Las Vegas) is charged at. */
export async function chargedTier(date: string): Promise<SurgeTier> {
  return surgeTierOf(date, await SurgeDayModel.find({ date }).lean<SurgeDay[]>());
}

/** The calendar from today as far as rides can be booked, by date. */
export async function upcomingSurgeDays(): Promise<SurgeDay[]> {
  const today = dateInVegas(new Date());
  const days = await SurgeDayModel.find({ date: { $gte: today, $lte: addDays(today, MAX_DAYS_AHEAD) } })
    .sort({ date: 1, tier: 1 })
    .lean<SurgeDay[]>();
  return days.map(({ date, tier, name }) => ({ date, tier, name }));
}

/** Adds the events of this year and the next to the calendar; days that are there stay as they are. */
export async function seedSurgeCalendar(): Promise<void> {
  const year = Number(dateInVegas(new Date()).slice(0, 4));
  for (const { date, tier, name } of [...annualEvents(year), ...annualEvents(year + 1)]) {
    await SurgeDayModel.updateOne({ date, tier }, { $setOnInsert: { name } }, { upsert: true });
  }
}

const surgeDaySchema = new Schema<SurgeDay>(
  {
    date: { type: String, required: true },
    tier: { type: String, enum: surgeTierSchema.options, required: true },
    name: { type: String, required: true },
  },
  { collection: 'surgeDays', versionKey: false, strict: 'throw' },
);
surgeDaySchema.index({ date: 1, tier: 1 }, { unique: true });

/** Days on which an event raises the surge tier; edited by operations. */
export const SurgeDayModel = model<SurgeDay>('SurgeDay', surgeDaySchema);

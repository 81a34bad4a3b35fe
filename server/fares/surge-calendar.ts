import { model, Schema } from 'mongoose';
import { type SurgeDay, type SurgeTier, surgeTierOf, surgeTierSchema } from '#common/fares/surge.ts';
import { addDays, dateInVegas, MAX_DAYS_AHEAD } from '#common/time.ts';

const surgeDaySchema = new Schema<SurgeDay>(
  {
    date: { type: String, required: true },
    tier: { type: String, enum: surgeTierSchema.options, required: true },
    name: { type: String, required: true },
  },
  { collection: 'surgeDays', versionKey: false },
);
surgeDaySchema.index({ date: 1, tier: 1 }, { unique: true });

/** Days on which something in town raises the tier; edited by operations. */
export const SurgeDayModel = model<SurgeDay>('SurgeDay', surgeDaySchema);

const present = ({ date, tier, name }: SurgeDay): SurgeDay => ({ date, tier, name });

/** The calendar from today as far as rides can be booked, by date. */
export async function upcomingSurgeDays(): Promise<SurgeDay[]> {
  const today = dateInVegas(new Date());
  const days = await SurgeDayModel.find({ date: { $gte: today, $lte: addDays(today, MAX_DAYS_AHEAD) } })
    .sort({ date: 1 })
    .lean<SurgeDay[]>();
  return days.map(present);
}

/** The tier a pickup date is charged at. */
export async function chargedTier(date: string): Promise<SurgeTier> {
  return surgeTierOf(date, await SurgeDayModel.find({ date }).lean<SurgeDay[]>());
}

import { model, Schema } from 'mongoose';
import { type SurgeDay, surgeTierSchema } from '#common/fares/surge-day.ts';

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

import { model, Schema, type Types } from 'mongoose';
import { type EventTier, eventTierSchema } from '#common/fares/surge-days-api.ts';

/** An event of the surge calendar as MongoDB stores it. */
export interface SurgeEventDoc {
  _id: Types.ObjectId;
  name: string;
  tier: EventTier;
  /** YYYY-MM-DD in Las Vegas, both included. */
  firstDay: string;
  lastDay: string;
  version: number;
  /** Who changed it last, named in an EDIT_CONFLICT; null for the seed. */
  changedBy: string | null;
  /** Taken out by an admin. It is kept, so that seeding does not bring it back. */
  isRemoved: boolean;
  /** The annual event that the seed made it for, such as `CES 2027`. */
  seededAs?: string;
}

const text = { type: String, required: true };

const surgeEventSchema = new Schema<SurgeEventDoc>(
  {
    name: text,
    tier: { type: String, enum: eventTierSchema.options, required: true },
    firstDay: text,
    lastDay: text,
    version: { type: Number, default: 1 },
    changedBy: { type: String, default: null },
    isRemoved: { type: Boolean, default: false },
    seededAs: String,
  },
  { collection: 'surgeEvents', versionKey: false, strict: 'throw' },
);

// Lets two admins who add the same event at once add it once.
surgeEventSchema.index(
  { firstDay: 1, tier: 1, name: 1 },
  { unique: true, partialFilterExpression: { isRemoved: false } },
);
surgeEventSchema.index(
  { seededAs: 1 },
  { unique: true, partialFilterExpression: { seededAs: { $exists: true } } },
);

/** Events that raise the surge tier; they change in surge-events.ts alone. */
export const SurgeEventModel = model<SurgeEventDoc>('SurgeEvent', surgeEventSchema);

import { model, Schema, type Types } from 'mongoose';
import { type EventTier, eventTierSchema } from '#common/fares/surge-days-api.ts';

/** An event of the surge calendar as MongoDB stores it. */
export interface SurgeEventDoc {
  _id: Types.ObjectId;
  name: string;
  tier: EventTier;
  /** YYYY-MM-DD in Las Vegas, both inclusive. */
  firstDay: string;
  lastDay: string;
  version: number;
  /** Name of the admin who changed it last, for the message of an EDIT_CONFLICT. Null for seeded events. */
  changedBy: string | null;
  /** Whether an admin removed it. Removed events are kept so that seeding does not add them again. */
  isRemoved: boolean;
  /** The annual event that it was seeded from, such as `CES 2027`. */
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

// If two admins add the same event concurrently, it is added once.
surgeEventSchema.index(
  { firstDay: 1, tier: 1, name: 1 },
  { unique: true, partialFilterExpression: { isRemoved: false } },
);
surgeEventSchema.index(
  { seededAs: 1 },
  { unique: true, partialFilterExpression: { seededAs: { $exists: true } } },
);

/** Events that raise the surge tier. Only surge-events.ts and the seed in surge-calendar.ts write them. */
export const SurgeEventModel = model<SurgeEventDoc>('SurgeEvent', surgeEventSchema);

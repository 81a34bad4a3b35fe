import { model, Schema, type Types } from 'mongoose';
import type { Rates } from '#common/fares/rates.ts';

/** A version of the rates as MongoDB stores it. */
export interface RatesDoc extends Rates {
  _id: Types.ObjectId;
  /** A scheduled one is in effect once its day has come. A dropped one is kept, so that a conflict can say who dropped it. */
  state: 'draft' | 'scheduled' | 'dropped';
  /** YYYY-MM-DD in Las Vegas. */
  effectiveFrom: string;
  version: number;
  /** Who changed it last, and when; named in an EDIT_CONFLICT. */
  changedBy: string;
  changedAt: Date;
  /** The outbox mark: set with what changes the catalogue, removed once that is published. */
  unpublishedSince?: Date;
}

const text = { type: String, required: true };

const ratesSchema = new Schema<RatesDoc>(
  {
    state: { ...text, enum: ['draft', 'scheduled', 'dropped'] },
    effectiveFrom: text,
    vehicles: { type: Schema.Types.Mixed, required: true },
    fees: { type: Schema.Types.Mixed, required: true },
    version: { type: Number, default: 1 },
    changedBy: text,
    changedAt: { type: Date, required: true },
    unpublishedSince: Date,
  },
  { collection: 'rates', versionKey: false, strict: 'throw' },
);

// No two take effect on the same day, even when scheduled concurrently.
ratesSchema.index({ effectiveFrom: 1 }, { unique: true, partialFilterExpression: { state: 'scheduled' } });
// One draft at a time, which every admin sees.
ratesSchema.index({ state: 1 }, { unique: true, partialFilterExpression: { state: 'draft' } });
ratesSchema.index(
  { unpublishedSince: 1 },
  { partialFilterExpression: { unpublishedSince: { $exists: true } } },
);

/** Versions of the rates after the seeded one; they change in rates-versions.ts alone. */
export const RatesModel = model<RatesDoc>('Rates', ratesSchema);

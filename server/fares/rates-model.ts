import { model, Schema, type Types } from 'mongoose';
import type { Rates } from '#common/fares/rates.ts';

/** A version of the rates as MongoDB stores it. */
export interface RatesDoc extends Rates {
  _id: Types.ObjectId;
  /**
   * Scheduled rates take effect on their day. Dropped ones are kept so that a conflict message can say who
   * dropped them.
   */
  state: 'draft' | 'scheduled' | 'dropped';
  /** First day in effect, as YYYY-MM-DD in Las Vegas. */
  effectiveFrom: string;
  version: number;
  /** Who changed it last, and when, for the message of an EDIT_CONFLICT. */
  changedBy: string;
  changedAt: Date;
  /** The outbox mark: set by changes of the public catalogue, removed once they are published. */
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

// At most one version per day, even when two are scheduled concurrently.
ratesSchema.index({ effectiveFrom: 1 }, { unique: true, partialFilterExpression: { state: 'scheduled' } });
// At most one draft, shared by all admins.
ratesSchema.index({ state: 1 }, { unique: true, partialFilterExpression: { state: 'draft' } });
ratesSchema.index(
  { unpublishedSince: 1 },
  { partialFilterExpression: { unpublishedSince: { $exists: true } } },
);

/** All versions of the rates after the seeded one. Only rates-versions.ts writes them. */
export const RatesModel = model<RatesDoc>('Rates', ratesSchema);

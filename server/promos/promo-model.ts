import { model, Schema, type Types } from 'mongoose';
import type { PromoTerms } from '#common/promos/promo.ts';

/** A promo as MongoDB keeps it: its terms, and how often it is used. */
export interface PromoDoc extends PromoTerms {
  _id: Types.ObjectId;
  /** Rides that use it, settled or not. */
  uses: number;
  /** Those of them that are not settled yet. */
  holds: { rideId: string; until: Date }[];
}

const text = { type: String, required: true };
const optionalText = { type: String, default: null };
const optionalNumber = { type: Number, default: null };

const promoSchema = new Schema<PromoDoc>(
  {
    code: { ...text, uppercase: true, unique: true },
    title: text,
    description: text,
    badge: optionalText,
    percent: optionalNumber,
    amountCents: optionalNumber,
    validFrom: optionalText,
    validUntil: optionalText,
    weekdays: { type: [Number], default: null },
    minimumFareCents: { type: Number, default: 0 },
    minimumHours: optionalNumber,
    firstRideOnly: { type: Boolean, default: false },
    perRider: optionalNumber,
    totalCap: optionalNumber,
    uses: { type: Number, default: 0 },
    holds: [new Schema({ rideId: text, until: { type: Date, required: true } }, { _id: false })],
  },
  { collection: 'promos', versionKey: false },
);

promoSchema.index({ 'holds.until': 1 });

/** Promo codes; their terms are edited by operations, uses and holds by hold-, capture- and release-promo alone. */
export const PromoModel = model<PromoDoc>('Promo', promoSchema);

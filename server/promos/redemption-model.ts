import { model, Schema, type Types } from 'mongoose';

/** That a rider uses a promo for a ride. */
export interface RedemptionDoc {
  _id: Types.ObjectId;
  promoId: string;
  /** The rider's mailbox: a person with several accounts at one mailbox is one rider. */
  riderKey: string;
  /** Which of the rider's uses it is, from `1` up; where there is no end of them, the ride's id. */
  slot: string;
  rideId: string;
  state: 'held' | 'captured';
}

const text = { type: String, required: true };

const redemptionSchema = new Schema<RedemptionDoc>(
  {
    promoId: text,
    riderKey: text,
    slot: text,
    rideId: { ...text, unique: true },
    state: { type: String, enum: ['held', 'captured'], required: true },
  },
  { collection: 'redemptions', versionKey: false },
);

redemptionSchema.index({ promoId: 1, riderKey: 1, slot: 1 }, { unique: true });

/** Redemptions of promos: the index lets each rider have a slot once. */
export const RedemptionModel = model<RedemptionDoc>('Redemption', redemptionSchema);

import { model, Schema, type Types } from 'mongoose';
import type { PromoTerms } from '#common/promos/promo.ts';
import { databaseClock } from '../infra/database-clock.ts';

/** A promo as MongoDB stores it: its terms and its uses. */
export interface PromoDoc extends PromoTerms {
  _id: Types.ObjectId;
  createdAt: Date;
  /** Incremented by every change of the terms. Missing in promos stored before versions existed. */
  version?: number;
  /** Name of the admin who last changed the terms, for the message of an EDIT_CONFLICT. */
  changedBy?: string | null;
  /** Number of rides that use it, paid or not. */
  uses: number;
  /** The rides among them that are not paid yet. */
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
    createdAt: { type: Date, default: () => databaseClock.now() },
    version: { type: Number, default: 1 },
    changedBy: optionalText,
    uses: { type: Number, default: 0 },
    holds: [
      new Schema({ rideId: text, until: { type: Date, required: true } }, { _id: false, strict: 'throw' }),
    ],
  },
  { collection: 'promos', versionKey: false, strict: 'throw' },
);

promoSchema.index({ 'holds.until': 1 });

/** Promo codes. Only edit-promo and seed-promos write terms, only promo-holds changes uses and holds. */
export const PromoModel = model<PromoDoc>('Promo', promoSchema);

/** One use of a promo by a rider, for a ride. */
export interface RedemptionDoc {
  _id: Types.ObjectId;
  promoId: string;
  /** The rider's mailbox. Several accounts with one mailbox count as one rider. */
  riderKey: string;
  /** Use number of the mailbox, from `1` to the limit. The ride's id if uses are unlimited. */
  slot: string;
  /**
   * Use numbers of the account and of its current and former mailboxes (as digests), so that a rider who
   * changes the address is still recognized. Missing if uses are unlimited, and in uses stored before
   * accounts were counted.
   */
  riders?: string[];
  /** Use numbers of the phones of account and booking (as digests). Missing if uses are unlimited. */
  phones?: string[];
  /** For first-ride codes: `riders`, `phones` and `card` combined. All first-ride codes share one use. */
  firstRide?: string[];
  /** Use number of the paying bank card (as a digest), once the card is known. */
  card?: string;
  rideId: string;
  state: 'held' | 'captured';
}

const redemptionSchema = new Schema<RedemptionDoc>(
  {
    promoId: text,
    riderKey: text,
    slot: text,
    riders: { type: [String], default: undefined },
    phones: { type: [String], default: undefined },
    firstRide: { type: [String], default: undefined },
    card: String,
    rideId: { ...text, unique: true },
    state: { type: String, enum: ['held', 'captured'], required: true },
  },
  { collection: 'redemptions', versionKey: false, strict: 'throw' },
);

// Each use number of a mailbox is taken once.
redemptionSchema.index({ promoId: 1, riderKey: 1, slot: 1 }, { unique: true });
// Each use number of an account or mailbox, phone and bank card is taken once, over all accounts.
for (const key of ['riders', 'phones', 'card']) {
  redemptionSchema.index(
    { promoId: 1, [key]: 1 },
    { unique: true, partialFilterExpression: { [key]: { $exists: true } } },
  );
}

// Each such use number is taken once over all first-ride codes.
redemptionSchema.index(
  { firstRide: 1 },
  { unique: true, partialFilterExpression: { firstRide: { $exists: true } } },
);

/** Uses of promos by riders. */
export const RedemptionModel = model<RedemptionDoc>('Redemption', redemptionSchema);

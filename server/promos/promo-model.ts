import { model, Schema, type Types } from 'mongoose';
import type { PromoTerms } from '#common/promos/promo.ts';
import { databaseClock } from '../infra/database-clock.ts';

/** A promo as MongoDB stores it: its terms, and how often it is used. */
export interface PromoDoc extends PromoTerms {
  _id: Types.ObjectId;
  createdAt: Date;
  /** Goes up with each change of the terms; codes stored before there were versions have none. */
  version?: number;
  /** Who changed the terms last, named in an EDIT_CONFLICT. */
  changedBy?: string | null;
  /** Rides that use it, paid or not. */
  uses: number;
  /** Those of them that are not paid yet. */
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

/** Promo codes. Terms change in edit-promo alone, uses and holds in promo-holds. */
export const PromoModel = model<PromoDoc>('Promo', promoSchema);

/** One use of a promo by a rider, for a ride. */
export interface RedemptionDoc {
  _id: Types.ObjectId;
  promoId: string;
  /** The rider's mailbox: a person with several accounts at one mailbox is one rider. */
  riderKey: string;
  /** Which use by that mailbox it is, from `1` up; where they are unlimited, the ride's id. */
  slot: string;
  /**
   * The account, and digests of the mailboxes that it has and had, each with the slot it takes: a rider with another address is the
   * same one. Where uses are unlimited there are none, nor in uses stored before accounts were counted.
   */
  riders?: string[];
  /** Digests of the phones of account and booking, each with the slot it takes. Where uses are unlimited there are none. */
  phones?: string[];
  /** Of a code for first rides, `riders`, `phones` and `card` together: such codes share one use, whichever of them it is. */
  firstRide?: string[];
  /** The digest of the bank card that pays, with its slot; once that is known. */
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

// Lets each mailbox take a slot once.
redemptionSchema.index({ promoId: 1, riderKey: 1, slot: 1 }, { unique: true });
// The same for each account with all its mailboxes, and for each phone and each bank card over all accounts.
for (const key of ['riders', 'phones', 'card']) {
  redemptionSchema.index(
    { promoId: 1, [key]: 1 },
    { unique: true, partialFilterExpression: { [key]: { $exists: true } } },
  );
}

// Over all codes for first rides.
redemptionSchema.index(
  { firstRide: 1 },
  { unique: true, partialFilterExpression: { firstRide: { $exists: true } } },
);

/** Redemptions of promos. */
export const RedemptionModel = model<RedemptionDoc>('Redemption', redemptionSchema);

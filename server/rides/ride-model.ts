import { type HydratedDocument, model, Schema, type Types } from 'mongoose';
import type { BookingType, Fare } from '#common/fares/fare.ts';
import type { SurgeTier } from '#common/fares/surge-day.ts';
import type { RefundReason } from '#common/jobs.ts';
import type { Cents } from '#common/money.ts';
import type { HistoryEntry } from '#common/rides/ride.ts';
import { type PaymentStatus, type RideStatus, rideChangeSchema } from '#common/rides/status.ts';
import type { Paint, VehicleId } from '#common/vehicles/catalogue.ts';

/** Money given back for a ride: once per reason, and none where promo code or house had paid all of it. */
export interface RideRefund {
  reason: RefundReason;
  /** To the card that paid, and Stripe's id of it; zero and null where all went to the gift card. */
  amountCents: Cents;
  refundId: string | null;
  /** To the gift card. */
  giftCardCents: Cents;
  /** Why the card did not get its part after all, in Stripe's word; absent when it did. */
  failure?: string;
}

/**
 * A ride as stored, as plain data that survives JSON: ids are hex strings, instants ISO 8601. Commands, policies and presenters read
 * this; only the model knows documents.
 */
export interface RideRecord {
  id: string;
  version: number;
  city: string;
  riderId: string;
  driverId: string | null;
  /** Who comes, as recorded at acceptance. */
  driver: { firstName: string; vehicle: string } | null;
  status: RideStatus;
  paymentStatus: PaymentStatus;
  rideType: VehicleId;
  bookingType: BookingType;
  hours: number | null;
  pickupLocation: string;
  dropoffLocation: string;
  isAirportPickup: boolean;
  surgePricing: SurgeTier;
  gratuityPercentage: number;
  customerName: string;
  customerEmail: string;
  customerPhone: string;
  scheduledDate: string;
  scheduledTime: string;
  scheduledAt: string;
  preferredColor: Paint | null;
  passengers: number | null;
  specialRequests: string | null;
  promoCodeId: string | null;
  giftCardId: string | null;
  fare: Fare;
  actualFareCents: Cents | null;
  payBy: string;
  paymentIntentId: string | null;
  payment: { brand: string; last4: string } | null;
  refunds: RideRefund[];
  createdAt: string;
  completedAt: string | null;
  history: HistoryEntry[];
  /** The highest version known to have been announced. */
  publishedVersion: number;
}

/** Fields whose stored form differs from the record's: dates, and a history whose versions are its positions. */
type Stored = Omit<
  RideRecord,
  'id' | 'scheduledAt' | 'payBy' | 'createdAt' | 'completedAt' | 'history' | 'publishedVersion'
>;

/** A ride as MongoDB keeps it. Each change adds one line of history and one to `version`, so version n is line n. */
export interface RideDoc extends Stored {
  _id: Types.ObjectId;
  /** The rider's mailbox, by which promo codes tell first rides. */
  riderKey: string;
  scheduledAt: Date;
  payBy: Date;
  createdAt: Date;
  completedAt: Date | null;
  history: { change: RideRecord['history'][number]['change']; at: Date }[];
  publishedVersion: number;
  /** Set with every change, removed once that change is announced. */
  unpublishedSince?: Date;
  /** Set when the rider is owed money, removed with the refund. */
  refundOwed?: { reason: RefundReason; since: Date };
  /** Keys of what the house was told of the payment after it was settled. */
  paymentAlerts?: string[];
  /** What the rider's browser sent as Idempotency-Key, and a digest of what came with it. */
  idempotencyKey?: string;
  requestDigest?: string;
}

const fareSchema = new Schema(
  {
    baseCents: Number,
    surgeMultiplier: Number,
    taxCents: Number,
    fuelCents: Number,
    techCents: Number,
    airportCents: Number,
    subtotalCents: Number,
    gratuityPercentage: Number,
    gratuityCents: Number,
    promoCents: Number,
    giftCardCents: Number,
    fareCents: Number,
    totalCents: Number,
  },
  { _id: false },
);

const text = { type: String, required: true };
const optionalText = { type: String, default: null };

const rideSchema = new Schema<RideDoc>(
  {
    version: { type: Number, required: true },
    city: text,
    riderId: text,
    riderKey: text,
    driverId: optionalText,
    driver: { type: new Schema({ firstName: text, vehicle: text }, { _id: false }), default: null },
    status: text,
    paymentStatus: text,
    rideType: text,
    bookingType: text,
    hours: { type: Number, default: null },
    pickupLocation: text,
    dropoffLocation: text,
    isAirportPickup: { type: Boolean, required: true },
    surgePricing: text,
    gratuityPercentage: { type: Number, required: true },
    customerName: text,
    customerEmail: text,
    customerPhone: text,
    scheduledDate: text,
    scheduledTime: text,
    scheduledAt: { type: Date, required: true },
    preferredColor: optionalText,
    passengers: { type: Number, default: null },
    specialRequests: optionalText,
    promoCodeId: optionalText,
    giftCardId: optionalText,
    fare: { type: fareSchema, required: true },
    actualFareCents: { type: Number, default: null },
    payBy: { type: Date, required: true },
    paymentIntentId: optionalText,
    payment: { type: new Schema({ brand: text, last4: text }, { _id: false }), default: null },
    refunds: {
      type: [
        new Schema(
          {
            reason: text,
            amountCents: Number,
            refundId: optionalText,
            giftCardCents: Number,
            failure: String,
          },
          { _id: false },
        ),
      ],
      default: [],
    },
    createdAt: { type: Date, required: true },
    completedAt: { type: Date, default: null },
    history: [
      new Schema({ change: { type: String, enum: rideChangeSchema.options }, at: Date }, { _id: false }),
    ],
    publishedVersion: { type: Number, required: true },
    unpublishedSince: Date,
    refundOwed: new Schema({ reason: text, since: Date }, { _id: false }),
    paymentAlerts: { type: [String], default: undefined },
    idempotencyKey: String,
    requestDigest: String,
  },
  { collection: 'rides', versionKey: false },
);

rideSchema.index({ riderId: 1, createdAt: -1 });
rideSchema.index({ driverId: 1, createdAt: -1 });
rideSchema.index({ riderKey: 1 });
rideSchema.index({ status: 1, paymentStatus: 1, scheduledAt: 1 });
rideSchema.index(
  { riderId: 1, idempotencyKey: 1 },
  { unique: true, partialFilterExpression: { idempotencyKey: { $exists: true } } },
);
rideSchema.index(
  { unpublishedSince: 1 },
  { partialFilterExpression: { unpublishedSince: { $exists: true } } },
);
rideSchema.index(
  { 'refundOwed.since': 1 },
  { partialFilterExpression: { 'refundOwed.since': { $exists: true } } },
);
rideSchema.index({ paymentStatus: 1, payBy: 1 });

/**
 * Written by request-ride (birth) and transition-ride (every change), and, where nobody sees it, by announce-ride (the mark),
 * checkout (the payment's id), owe-late-payment and note-on-ride.
 */
export const RideModel = model<RideDoc>('Ride', rideSchema);

/** A stored ride as a plain record. */
export function toRideRecord(doc: RideDoc | HydratedDocument<RideDoc>): RideRecord {
  const {
    _id,
    riderKey,
    unpublishedSince,
    refundOwed,
    paymentAlerts,
    idempotencyKey,
    requestDigest,
    ...stored
  } = doc;
  return {
    ...stored,
    id: _id.toHexString(),
    scheduledAt: doc.scheduledAt.toISOString(),
    payBy: doc.payBy.toISOString(),
    createdAt: doc.createdAt.toISOString(),
    completedAt: doc.completedAt?.toISOString() ?? null,
    history: doc.history.map(({ change, at }, index) => ({
      change,
      at: at.toISOString(),
      version: index + 1,
    })),
  };
}

import { model, Schema, type Types } from 'mongoose';
import * as z from 'zod/mini';
import {
  DOCUMENT_FIELDS,
  OFFER_FIELDS,
  PARTY_FIELDS,
  RECORD_FIELDS,
  RIDER_FIELDS,
  recordedEntrySchema,
  STAFF_FIELDS,
} from '#common/rides/ride-fields.ts';
import {
  createRecordReader,
  defineFields,
  type RecordOf,
  type StoredFields,
} from '../infra/document-schema.ts';

const recordFields = {
  ...OFFER_FIELDS,
  ...PARTY_FIELDS,
  ...RIDER_FIELDS,
  ...STAFF_FIELDS,
  ...RECORD_FIELDS,
  history: z.array(recordedEntrySchema),
};

/**
 * A ride as stored, as plain JSON-safe data. Commands, policies and presenters use this; only the model
 * handles documents.
 */
export type RideRecord = RecordOf<typeof recordFields>;

/** A refund made for a ride. */
export type RideRefund = RideRecord['refunds'][number];

const { id, ...sharedFields } = recordFields;
const storedRecordFields = {
  ...sharedFields,
  /**
   * Each change adds one line of history and increments `version`. So version n is line n, and is not stored
   * with the line.
   */
  history: z.array(z.omit(recordedEntrySchema, { version: true })),
};
const storedFields = { ...storedRecordFields, ...DOCUMENT_FIELDS };

/** A ride as MongoDB stores it. */
export type RideDoc = StoredFields<typeof storedFields> & { _id: Types.ObjectId };

const rideSchema = new Schema<RideDoc>(defineFields(storedFields), {
  collection: 'rides',
  versionKey: false,
  // Writing a field that `common/rides/ride-fields.ts` does not list throws instead of dropping it silently.
  strict: 'throw',
});

/**
 * All that staff count rides by. The counts name it as a hint, and fail in a database without it. A write
 * that changes one of these fields takes MongoDB 0.02 ms longer.
 */
export const COUNTED_INDEX = { paymentStatus: 1, status: 1, rideType: 1, driverId: 1, _id: 1 } as const;

rideSchema.index({ riderId: 1, createdAt: -1, _id: -1 });
rideSchema.index({ driverId: 1, createdAt: -1, _id: -1 });
rideSchema.index({ riderId: 1, status: 1, createdAt: -1, _id: -1 });
rideSchema.index({ driverId: 1, status: 1, createdAt: -1, _id: -1 });
rideSchema.index({ riderId: 1, scheduledAt: -1 });
rideSchema.index({ driverId: 1, scheduledAt: -1 });
rideSchema.index({ vehicleId: 1, status: 1 });
rideSchema.index({ riderKey: 1 });
rideSchema.index({ status: 1, paymentStatus: 1, scheduledAt: 1, _id: 1 });
rideSchema.index(
  { riderId: 1, idempotencyKey: 1 },
  { unique: true, partialFilterExpression: { idempotencyKey: { $exists: true } } },
);
// For bookings by staff, whose keys are looked up across all riders.
rideSchema.index({ idempotencyKey: 1 }, { partialFilterExpression: { idempotencyKey: { $exists: true } } });
rideSchema.index({ staffKey: 1 }, { unique: true, partialFilterExpression: { staffKey: { $exists: true } } });
rideSchema.index(
  { unpublishedSince: 1 },
  { partialFilterExpression: { unpublishedSince: { $exists: true } } },
);
rideSchema.index(
  { 'refundOwed.since': 1 },
  { partialFilterExpression: { 'refundOwed.since': { $exists: true } } },
);
rideSchema.index(
  { 'adjustments.owedSince': 1 },
  { partialFilterExpression: { 'adjustments.owedSince': { $exists: true } } },
);
rideSchema.index(
  { 'charges.owedSince': 1 },
  { partialFilterExpression: { 'charges.owedSince': { $exists: true } } },
);
rideSchema.index({ 'charges.id': 1 }, { partialFilterExpression: { 'charges.id': { $exists: true } } });
rideSchema.index(
  { driverId: 1, completedAt: -1 },
  { partialFilterExpression: { 'rating.stars': { $exists: true } } },
);
rideSchema.index(
  { ratingReportOwedSince: 1 },
  { partialFilterExpression: { ratingReportOwedSince: { $exists: true } } },
);
rideSchema.index(
  { undecidedPaymentSince: 1 },
  { partialFilterExpression: { undecidedPaymentSince: { $exists: true } } },
);
rideSchema.index(
  { releaseOwedSince: 1 },
  { partialFilterExpression: { releaseOwedSince: { $exists: true } } },
);
rideSchema.index({ 'charges.payBy': 1 }, { partialFilterExpression: { 'charges.payBy': { $exists: true } } });
rideSchema.index(
  { 'share.key': 1 },
  { unique: true, partialFilterExpression: { 'share.key': { $exists: true } } },
);
rideSchema.index(
  { 'fareReview.pendingSince': 1 },
  { partialFilterExpression: { 'fareReview.pendingSince': { $exists: true } } },
);
rideSchema.index({ paymentStatus: 1, payBy: 1 });
rideSchema.index({ status: 1, completedAt: 1 });
rideSchema.index({ 'history.at': 1 });
rideSchema.index({ status: 1, scheduledAt: 1, _id: 1 });
rideSchema.index({ scheduledDate: 1, scheduledAt: 1, _id: 1 });
rideSchema.index(COUNTED_INDEX);
rideSchema.index({ searchTerms: 1 });
rideSchema.index({ placeId: 1 }, { partialFilterExpression: { placeId: { $exists: true } } });
rideSchema.index(
  { 'pendingEdit.id': 1 },
  { partialFilterExpression: { 'pendingEdit.id': { $exists: true } } },
);

/**
 * Rides are created by write-order and changed by transition-ride. Some fields that no view shows are also
 * written by others: `ride-writers.test.ts` lists all files that write rides, and what each writes.
 */
export const RideModel = model<RideDoc>('Ride', rideSchema);

const readRecord = createRecordReader(storedRecordFields);

/** Converts a stored ride to a plain record. */
export function toRideRecord(doc: RideDoc): RideRecord {
  const record = readRecord(doc);
  // Rides stored before these fields existed lack them.
  const { adjustments = [], charges = [], stops = [], revision = 0 } = record;
  return Object.assign(record, {
    ...{ adjustments, charges, stops, revision },
    id: doc._id.toHexString(),
    history: record.history.map((entry, index) => ({ ...entry, version: index + 1 })),
  });
}

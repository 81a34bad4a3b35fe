import { model, Schema, type Types } from 'mongoose';
import * as z from 'zod/mini';
import { DRIVER_FIELDS, driverStateSchema } from '#common/drivers/driver.ts';
import {
  createRecordReader,
  defineFields,
  type RecordOf,
  type StoredFields,
} from '../infra/document-schema.ts';
import { changedByField } from '../last-change.ts';

const recordFields = {
  ...DRIVER_FIELDS,
  state: driverStateSchema,
  suspension: z.nullable(z.object({ reason: z.string(), at: z.iso.datetime() })),
  isOnDuty: z.boolean(),
  dutySince: z.nullable(z.iso.datetime()),
  version: z.int(),
};

/** What the company keeps of a driver besides the account; the id is the user's. */
export type DriverRecord = RecordOf<typeof recordFields> & { id: string };

const storedFields = {
  ...recordFields,
  /** Named in a VERSION_CONFLICT. */
  changedBy: changedByField,
  /** The outbox mark: set with what may change their offers, removed once that is published. */
  unpublishedSince: z.optional(z.iso.datetime()),
  /** The app that sends their position: what its token is derived with, and the digest it is found by. */
  device: z.optional(z.object({ nonce: z.string(), key: z.string(), since: z.iso.datetime() })),
  /**
   * Rides this driver is accepting or starting at this moment, or staff assign to them, in the order in which they
   * began.
   */
  claims: z.array(
    z.object({
      id: z.string(),
      action: z.enum(['accept', 'start', 'assign']),
      rideId: z.string(),
      vehicleId: z.nullable(z.string()),
      at: z.iso.datetime(),
    }),
  ),
};

/** A driver as MongoDB stores it. */
export type DriverDoc = StoredFields<typeof storedFields> & { _id: Types.ObjectId };

const driverSchema = new Schema<DriverDoc>(defineFields(storedFields), {
  collection: 'drivers',
  versionKey: false,
  strict: 'throw',
});

driverSchema.index({ 'claims.vehicleId': 1 });
driverSchema.index({ 'device.key': 1 }, { partialFilterExpression: { 'device.key': { $exists: true } } });
driverSchema.index({ state: 1 });
driverSchema.index({ 'documents.expiresOn': 1 });
driverSchema.index({ 'documents.file.id': 1 });
driverSchema.index(
  { unpublishedSince: 1 },
  { partialFilterExpression: { unpublishedSince: { $exists: true } } },
);

/** The approved drivers. */
export const DriverModel = model<DriverDoc>('Driver', driverSchema);

const readRecord = createRecordReader(recordFields);

/** A stored driver as plain data. */
export const toDriverRecord = (doc: DriverDoc): DriverRecord => ({
  ...readRecord(doc),
  id: doc._id.toHexString(),
});

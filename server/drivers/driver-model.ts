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

/** The company's record of a driver, besides the account. Its id is the user id. */
export type DriverRecord = RecordOf<typeof recordFields> & { id: string };

const storedFields = {
  ...recordFields,
  /** Named in the message of a VERSION_CONFLICT. */
  changedBy: changedByField,
  /** The outbox mark: set by changes that may affect the driver's offers, removed once published. */
  unpublishedSince: z.optional(z.iso.datetime()),
  /**
   * The app that reports the driver's position: the nonce from which its token is derived, and the token's
   * digest.
   */
  device: z.optional(z.object({ nonce: z.string(), key: z.string(), since: z.iso.datetime() })),
  /**
   * Rides that the driver is accepting or starting, or that staff are assigning to them, at this moment. In
   * the order in which these actions began.
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

/** Converts a stored driver to plain data. */
export const toDriverRecord = (doc: DriverDoc): DriverRecord => ({
  ...readRecord(doc),
  id: doc._id.toHexString(),
});

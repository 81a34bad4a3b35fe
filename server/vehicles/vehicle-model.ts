import { model, Schema, type Types } from 'mongoose';
import * as z from 'zod/mini';
import { type FleetVehicle, VEHICLE_FIELDS, vehicleStateSchema } from '#common/vehicles/vehicle.ts';
import { createRecordReader, defineFields, type StoredFields } from '../infra/document-schema.ts';
import { changedByField } from '../last-change.ts';

const recordFields = { ...VEHICLE_FIELDS, state: vehicleStateSchema, version: z.int() };

const storedFields = {
  ...recordFields,
  /** Named in a VERSION_CONFLICT. */
  changedBy: changedByField,
  /** The outbox mark: set with what may change its drivers' offers, removed once that is published. */
  unpublishedSince: z.optional(z.iso.datetime()),
  /** Who drove it before, and has not been told yet; goes with the mark. */
  formerDriverIds: z.optional(z.array(z.string())),
  /** Rides that drivers are being given in it at this moment, in the order in which that began. */
  claims: z.array(
    z.object({ id: z.string(), driverId: z.string(), rideId: z.string(), at: z.iso.datetime() }),
  ),
};

/** A vehicle as MongoDB stores it. */
export type VehicleDoc = StoredFields<typeof storedFields> & { _id: Types.ObjectId };

const vehicleSchema = new Schema<VehicleDoc>(defineFields(storedFields), {
  collection: 'vehicles',
  versionKey: false,
  strict: 'throw',
});

vehicleSchema.index({ plate: 1 }, { unique: true });
vehicleSchema.index({ driverIds: 1 });
vehicleSchema.index({ state: 1 });
vehicleSchema.index({ 'documents.expiresOn': 1 });
vehicleSchema.index({ 'documents.file.id': 1 });
vehicleSchema.index(
  { unpublishedSince: 1 },
  { partialFilterExpression: { unpublishedSince: { $exists: true } } },
);

/** The fleet. */
export const VehicleModel = model<VehicleDoc>('Vehicle', vehicleSchema);

const readRecord = createRecordReader(recordFields);

/** A stored vehicle as plain data. */
export const toFleetVehicle = (doc: VehicleDoc): FleetVehicle => ({
  ...readRecord(doc),
  id: doc._id.toHexString(),
});

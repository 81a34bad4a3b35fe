import { model, Schema, type Types } from 'mongoose';
import * as z from 'zod/mini';
import { type FleetVehicle, VEHICLE_FIELDS, vehicleStateSchema } from '#common/vehicles/vehicle.ts';
import { createRecordReader, defineFields, type StoredFields } from '../infra/document-schema.ts';
import { changedByField } from '../last-change.ts';

const recordFields = { ...VEHICLE_FIELDS, state: vehicleStateSchema, version: z.int() };

const storedFields = {
  ...recordFields,
  /** Named in the message of a VERSION_CONFLICT. */
  changedBy: changedByField,
  /** The outbox mark: set by changes that may affect its drivers' offers, removed once published. */
  unpublishedSince: z.optional(z.iso.datetime()),
  /** Removed drivers of whom no message has been published yet. Removed together with the mark. */
  formerDriverIds: z.optional(z.array(z.string())),
  /**
   * Rides that drivers are being assigned in this vehicle at this moment. In the order in which that began.
   */
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

/** The vehicles of the fleet. */
export const VehicleModel = model<VehicleDoc>('Vehicle', vehicleSchema);

const readRecord = createRecordReader(recordFields);

/** Converts a stored vehicle to plain data. */
export const toFleetVehicle = (doc: VehicleDoc): FleetVehicle => ({
  ...readRecord(doc),
  id: doc._id.toHexString(),
});

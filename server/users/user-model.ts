import { type HydratedDocument, model, Schema, type Types } from 'mongoose';
import { type Role, roleSchema } from '#common/users/user.ts';
import { type Paint, VEHICLE_IDS, type VehicleId } from '#common/vehicles/catalogue.ts';

/**
 * What a driver drives: the catalogue's vehicle, and how a rider recognises it, such as `Black Cadillac
 * Escalade, NV 218-QKD`.
 */
export interface DriverVehicle {
  rideType: VehicleId;
  label: string;
  paint: Paint;
}

/** Somebody who can sign in, as plain data. `vehicle` is a driver's. */
export interface UserRecord {
  id: string;
  name: string;
  /** Lower case. */
  email: string;
  role: Role;
  phone: string | null;
  vehicle: DriverVehicle | null;
}

/** A user as MongoDB stores it. */
export interface UserDoc extends Omit<UserRecord, 'id'> {
  _id: Types.ObjectId;
  /** Argon2id, as a PHC string; null until somebody invited sets a password. */
  passwordHash: string | null;
  /** Since when it may not sign in; null while it may. */
  disabledAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const vehicleSchema = new Schema<DriverVehicle>(
  {
    rideType: { type: String, enum: VEHICLE_IDS, required: true },
    label: { type: String, required: true },
    paint: { type: String, required: true },
  },
  { _id: false, strict: 'throw' },
);

const userSchema = new Schema<UserDoc>(
  {
    name: { type: String, required: true },
    email: { type: String, required: true, lowercase: true, unique: true },
    passwordHash: { type: String, default: null },
    disabledAt: { type: Date, default: null },
    role: { type: String, enum: roleSchema.options, required: true },
    phone: { type: String, default: null },
    vehicle: { type: vehicleSchema, default: null },
  },
  { collection: 'users', timestamps: true, versionKey: false, strict: 'throw' },
);

userSchema.index({ role: 1 });

/** Riders, drivers and staff. */
export const UserModel = model<UserDoc>('User', userSchema);

/** A stored user as plain data, without its password. */
export const toUserRecord = (doc: UserDoc | HydratedDocument<UserDoc>): UserRecord => ({
  id: doc._id.toHexString(),
  name: doc.name,
  email: doc.email,
  role: doc.role,
  phone: doc.phone,
  vehicle: doc.vehicle,
});

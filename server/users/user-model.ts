import { type HydratedDocument, model, Schema, type Types } from 'mongoose';
import { type Role, roleSchema } from '#common/users/user.ts';

/** Somebody who can sign in, as plain data. */
export interface UserRecord {
  id: string;
  name: string;
  /** Lower case. */
  email: string;
  role: Role;
  phone: string | null;
}

/** A user as MongoDB stores it. */
export interface UserDoc extends Omit<UserRecord, 'id'> {
  _id: Types.ObjectId;
  /** Argon2id, as a PHC string; null until somebody invited sets a password. */
  passwordHash: string | null;
  /** When the password was last changed; null for the first one. */
  passwordChangedAt: Date | null;
  /** Since when it may not sign in; null while it may. */
  disabledAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const userSchema = new Schema<UserDoc>(
  {
    name: { type: String, required: true },
    email: { type: String, required: true, lowercase: true, unique: true },
    passwordHash: { type: String, default: null },
    passwordChangedAt: { type: Date, default: null },
    disabledAt: { type: Date, default: null },
    role: { type: String, enum: roleSchema.options, required: true },
    phone: { type: String, default: null },
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
});

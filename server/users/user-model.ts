import { type HydratedDocument, model, Schema, type Types } from 'mongoose';
import { type Role, roleSchema } from '#common/users/user.ts';
import { databaseClock } from '../infra/database-clock.ts';

/** A user account as plain data. */
export interface UserRecord {
  id: string;
  name: string;
  /** Lower case. */
  email: string;
  role: Role;
  phone: string | null;
  /** When the address was confirmed; null if it is not. A new address sets it again. */
  emailConfirmedAt: Date | null;
}

/** A former, confirmed address. What was written under it until then belongs to the account. */
export interface FormerEmail {
  /** Lower case. Another account may have it by now. */
  email: string;
  confirmedAt: Date;
  /** When the account changed to another address. */
  until: Date;
}

/** How many former addresses an account keeps, the latest ones. */
export const MAX_FORMER_EMAILS = 50;

/** Progress of an account's deletion: closed (`since`), decided once nothing prevents it, then erased. */
export interface Deletion {
  since: Date;
  by: 'owner' | 'admin' | 'period';
  /** Whether the account was disabled before, which reopening restores. */
  wasDisabled: boolean;
  decidedAt: Date | null;
  erasedAt: Date | null;
}

/** A user as MongoDB stores it. */
export interface UserDoc extends Omit<UserRecord, 'id'> {
  _id: Types.ObjectId;
  /** Argon2id PHC string; null until an invited user sets a password. */
  passwordHash: string | null;
  /** When the password was last changed; null while it is the first one. */
  passwordChangedAt: Date | null;
  /** Devices that signed in before this time are unknown; null if none were forgotten. */
  devicesKnownSince: Date | null;
  /** When sign-in was disabled; null while it is allowed. */
  disabledAt: Date | null;
  /** Former addresses, the latest last; absent when there are none. */
  formerEmails?: FormerEmail[];
  /** For riders, the terms of name and phone number by which staff find them: see `customerTermsOf`. */
  nameTerms?: string[];
  phoneTerms?: string[];
  /** For a deleted account with bookings: digests of its mailboxes, so that promos recognize the rider. */
  erasedKeys?: string[];
  /** For staff, the outbox mark: set by changes of name, role or access, removed once they are published. */
  unpublishedSince?: Date;
  /** Present while the account is closed for deletion, or deleted. */
  deletion?: Deletion;
  createdAt: Date;
  updatedAt: Date;
}

const userSchema = new Schema<UserDoc>(
  {
    name: { type: String, required: true },
    email: { type: String, required: true, lowercase: true, unique: true },
    emailConfirmedAt: { type: Date, default: null },
    passwordHash: { type: String, default: null },
    passwordChangedAt: { type: Date, default: null },
    devicesKnownSince: { type: Date, default: null },
    disabledAt: { type: Date, default: null },
    role: { type: String, enum: roleSchema.options, required: true },
    phone: { type: String, default: null },
    formerEmails: {
      type: [
        new Schema<FormerEmail>(
          {
            email: { type: String, required: true },
            confirmedAt: { type: Date, required: true },
            until: { type: Date, required: true },
          },
          { _id: false, id: false, strict: 'throw' },
        ),
      ],
      default: undefined,
    },
    nameTerms: { type: [String], default: undefined },
    phoneTerms: { type: [String], default: undefined },
    erasedKeys: { type: [String], default: undefined },
    unpublishedSince: Date,
    deletion: {
      type: new Schema(
        {
          since: { type: Date, required: true },
          by: { type: String, enum: ['owner', 'admin', 'period'], required: true },
          wasDisabled: { type: Boolean, default: false },
          decidedAt: { type: Date, default: null },
          erasedAt: { type: Date, default: null },
        },
        { _id: false, id: false, strict: 'throw' },
      ),
      default: undefined,
    },
  },
  { collection: 'users', timestamps: { currentTime: databaseClock.now }, versionKey: false, strict: 'throw' },
);

userSchema.index({ role: 1 });
userSchema.index({ nameTerms: 1 });
userSchema.index({ phoneTerms: 1 });
userSchema.index({ erasedKeys: 1 });
userSchema.index(
  { unpublishedSince: 1 },
  { partialFilterExpression: { unpublishedSince: { $exists: true } } },
);
userSchema.index(
  { 'formerEmails.email': 1 },
  { partialFilterExpression: { 'formerEmails.email': { $exists: true } } },
);
userSchema.index(
  { 'deletion.since': 1 },
  { partialFilterExpression: { 'deletion.since': { $exists: true } } },
);

/** Riders, drivers and staff. */
export const UserModel = model<UserDoc>('User', userSchema);

/** Converts a stored user to plain data, without the password hash. */
export const toUserRecord = (doc: UserDoc | HydratedDocument<UserDoc>): UserRecord => ({
  id: doc._id.toHexString(),
  name: doc.name,
  email: doc.email,
  role: doc.role,
  phone: doc.phone,
  // Accounts created before address confirmation existed lack this field.
  emailConfirmedAt: doc.emailConfirmedAt ?? null,
});

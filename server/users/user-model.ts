import { type HydratedDocument, model, Schema, type Types } from 'mongoose';
import { type Role, roleSchema } from '#common/users/user.ts';
import { databaseClock } from '../infra/database-clock.ts';

/** Somebody who can sign in, as plain data. */
export interface UserRecord {
  id: string;
  name: string;
  /** Lower case. */
  email: string;
  role: Role;
  phone: string | null;
  /** When they showed that they read that address; null for not yet. A new address sets it anew. */
  emailConfirmedAt: Date | null;
}

/** An address that was confirmed, and changed away from: what was written under it until then is theirs. */
export interface FormerEmail {
  /** Lower case. Somebody else may have it by now. */
  email: string;
  confirmedAt: Date;
  /** When the account got another one. */
  until: Date;
}

/** How many of them an account keeps, the latest. */
export const MAX_FORMER_EMAILS = 50;

/** How far the deletion of an account has come: closed, decided once nothing stood against it, erased. */
export interface Deletion {
  since: Date;
  by: 'owner' | 'admin' | 'period';
  /** Whether the account was disabled before, and is again should it not be deleted. */
  wasDisabled: boolean;
  decidedAt: Date | null;
  erasedAt: Date | null;
}

/** A user as MongoDB stores it. */
export interface UserDoc extends Omit<UserRecord, 'id'> {
  _id: Types.ObjectId;
  /** Argon2id, as a PHC string; null until somebody invited sets a password. */
  passwordHash: string | null;
  /** When the password was last changed; null for the first one. */
  passwordChangedAt: Date | null;
  /** Browsers that signed in before are no longer known; null while none was forgotten. */
  devicesKnownSince: Date | null;
  /** Since when it may not sign in; null while it may. */
  disabledAt: Date | null;
  /** Addresses that it had before, the latest last; absent where there is none. */
  formerEmails?: FormerEmail[];
  /** Of a deleted account with rides: what stays of its mailboxes, by which promos know who comes back. */
  erasedKeys?: string[];
  /** Of staff, the outbox mark: set with what changes their name, role or access, removed once that is published. */
  unpublishedSince?: Date;
  /** Of an account that is closed to be deleted; absent in every other. */
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

/** A stored user as plain data, without its password. */
export const toUserRecord = (doc: UserDoc | HydratedDocument<UserDoc>): UserRecord => ({
  id: doc._id.toHexString(),
  name: doc.name,
  email: doc.email,
  role: doc.role,
  phone: doc.phone,
  // Accounts from before addresses were confirmed have no such field.
  emailConfirmedAt: doc.emailConfirmedAt ?? null,
});

import { model, Schema, type Types } from 'mongoose';

/** A passkey, as MongoDB stores it. */
export interface PasskeyDoc {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  /** By which the authenticator names it, base64url. */
  credentialId: string;
  /** In COSE's form, base64url. */
  publicKey: string;
  /** How often it was used, as far as its authenticator counts. */
  counter: number;
  /** How the browser gets at the authenticator, such as `internal`. */
  transports: string[];
  /** Whether it may be synced to several devices, which never changes, and whether it is. */
  isBackupEligible: boolean;
  isBackedUp: boolean;
  /** The browser it was made in, in words. */
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

const passkeySchema = new Schema<PasskeyDoc>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    credentialId: { type: String, required: true, unique: true },
    publicKey: { type: String, required: true },
    counter: { type: Number, required: true },
    transports: { type: [String], default: [] },
    isBackupEligible: { type: Boolean, required: true },
    isBackedUp: { type: Boolean, required: true },
    name: { type: String, required: true },
    createdAt: { type: Date, required: true },
    lastUsedAt: { type: Date, default: null },
  },
  { collection: 'passkeys', versionKey: false, strict: 'throw' },
);

passkeySchema.index({ userId: 1 });

/** Passkeys, each of one user. */
export const PasskeyModel = model<PasskeyDoc>('Passkey', passkeySchema);

import { model, Schema, type Types } from 'mongoose';

/** A passkey, as MongoDB stores it. */
export interface PasskeyDoc {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  /** The authenticator's identifier of the passkey, base64url. */
  credentialId: string;
  /** COSE key, base64url. */
  publicKey: string;
  /** The authenticator's signature counter, if it keeps one. */
  counter: number;
  /** How the browser can reach the authenticator, such as `internal`. */
  transports: string[];
  /** Whether the passkey can be synced to several devices (this never changes), and whether it is. */
  isBackupEligible: boolean;
  isBackedUp: boolean;
  /** Name of the browser that created it. */
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

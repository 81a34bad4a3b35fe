import { model, Schema, type Types } from 'mongoose';

/** Somebody's authenticator app, as MongoDB stores it. */
export interface AuthenticatorDoc {
  /** The user's: everybody has one at most. */
  _id: Types.ObjectId;
  /** The secret that codes are derived from, sealed for this user. */
  secret: string;
  /** When its first code was given; null until then, in which time it counts for nothing. */
  confirmedAt: Date | null;
  /** Of the last code that was taken, counted in half minutes since 1970: it and those before are taken no more. */
  lastUsedStep: number;
  /** Keyed hashes of the recovery codes that were not used yet. */
  recoveryCodes: { hash: string }[];
}

const authenticatorSchema = new Schema<AuthenticatorDoc>(
  {
    _id: { type: Schema.Types.ObjectId, required: true },
    secret: { type: String, required: true },
    confirmedAt: { type: Date, default: null },
    lastUsedStep: { type: Number, default: 0 },
    recoveryCodes: { type: [{ _id: false, hash: { type: String, required: true } }], default: [] },
  },
  { collection: 'authenticators', versionKey: false, strict: 'throw' },
);

/** Authenticator apps, each with its recovery codes. */
export const AuthenticatorModel = model<AuthenticatorDoc>('Authenticator', authenticatorSchema);

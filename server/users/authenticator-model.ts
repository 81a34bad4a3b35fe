import { model, Schema, type Types } from 'mongoose';

/** A user's authenticator app, as MongoDB stores it. */
export interface AuthenticatorDoc {
  /** The user's id, so that each user has at most one app. */
  _id: Types.ObjectId;
  /** The TOTP secret, encrypted for this user. */
  secret: string;
  /** When the user entered the first code. While null, setup is incomplete and the app is ignored. */
  confirmedAt: Date | null;
  /** The 30-second step since 1970 of the last accepted code. Codes up to this step are rejected. */
  lastUsedStep: number;
  /** Keyed hashes of the unused recovery codes. */
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

/** Authenticator apps with their recovery codes. */
export const AuthenticatorModel = model<AuthenticatorDoc>('Authenticator', authenticatorSchema);

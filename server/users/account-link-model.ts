import { model, Schema, type Types } from 'mongoose';

/** A link that was asked for an address, as MongoDB stores it. Its token is derived, and stored nowhere. */
export interface AccountLinkDoc {
  _id: Types.ObjectId;
  /** Lower case; nobody may have an account with it. */
  email: string;
  expiresAt: Date;
}

const accountLinkSchema = new Schema<AccountLinkDoc>(
  {
    email: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'account-links', versionKey: false, strict: 'throw' },
);

const DAY_SECONDS = 86_400;

accountLinkSchema.index({ expiresAt: 1 }, { expireAfterSeconds: DAY_SECONDS });

/** Links by which somebody proves to read an address. They are deleted a day after they ended. */
export const AccountLinkModel = model<AccountLinkDoc>('AccountLink', accountLinkSchema);

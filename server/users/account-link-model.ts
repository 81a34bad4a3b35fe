import { model, Schema, type Types } from 'mongoose';

/** A link that was mailed to an address, as MongoDB stores it. Its token is derived, and stored nowhere. */
export interface AccountLinkDoc {
  _id: Types.ObjectId;
  /** Lower case; nobody may have an account with it. */
  email: string;
  expiresAt: Date;
  /** Whose address it is to become; missing where it is that of the account already. */
  change?: { userId: Types.ObjectId; formerEmail: string; isMade?: true };
}

const accountLinkSchema = new Schema<AccountLinkDoc>(
  {
    email: { type: String, required: true },
    expiresAt: { type: Date, required: true },
    change: {
      type: new Schema(
        {
          userId: { type: Schema.Types.ObjectId, required: true },
          formerEmail: { type: String, required: true },
          isMade: Boolean,
        },
        { _id: false, strict: 'throw' },
      ),
    },
  },
  { collection: 'account-links', versionKey: false, strict: 'throw' },
);

const DAY_SECONDS = 86_400;

accountLinkSchema.index({ expiresAt: 1 }, { expireAfterSeconds: DAY_SECONDS });

/** Links by which somebody proves to read an address. They are deleted a day after they ended. */
export const AccountLinkModel = model<AccountLinkDoc>('AccountLink', accountLinkSchema);

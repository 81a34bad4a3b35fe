import { model, Schema, type Types } from 'mongoose';
import { DAY_SECONDS } from '#common/durations.ts';

/** A link mailed to an address, as MongoDB stores it. Its token is derived from the id and never stored. */
export interface AccountLinkDoc {
  _id: Types.ObjectId;
  /** Lower case. An account with this address need not exist. */
  email: string;
  expiresAt: Date;
  /**
   * Set when the link changes an account's address to `email`. Absent when it confirms the present one or
   * resets a password.
   */
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

accountLinkSchema.index({ expiresAt: 1 }, { expireAfterSeconds: DAY_SECONDS });

/** Links that prove ownership of an email address. MongoDB deletes them a day after they expire. */
export const AccountLinkModel = model<AccountLinkDoc>('AccountLink', accountLinkSchema);

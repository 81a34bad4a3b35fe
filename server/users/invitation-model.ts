import { model, Schema, type Types } from 'mongoose';

/** An invitation to set a password, as stored in MongoDB. Its token is derived from the id, never stored. */
export interface InvitationDoc {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  expiresAt: Date;
  /** When it was used or replaced by a newer one; null while it is valid. */
  spentAt: Date | null;
  /** Whether accepting it removes the account's passkeys and authenticator app. */
  removesFactors: boolean;
}

const invitationSchema = new Schema<InvitationDoc>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    expiresAt: { type: Date, required: true },
    spentAt: { type: Date, default: null },
    removesFactors: { type: Boolean, default: false },
  },
  { collection: 'invitations', versionKey: false, strict: 'throw' },
);

invitationSchema.index({ userId: 1, spentAt: 1 });

/** Invitations, both open and spent. */
export const InvitationModel = model<InvitationDoc>('Invitation', invitationSchema);

import { model, Schema, type Types } from 'mongoose';

/** An invitation to set a password, as MongoDB stores it. Its token is derived from the id, and stored nowhere. */
export interface InvitationDoc {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  expiresAt: Date;
  /** When it was used, or replaced by a newer one; null while it works. */
  spentAt: Date | null;
  /** Whether passkeys and authenticator app go with its use. */
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

/** Invitations, open and spent. */
export const InvitationModel = model<InvitationDoc>('Invitation', invitationSchema);

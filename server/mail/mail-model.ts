import { model, Schema, type Types } from 'mongoose';

/** Every kind of mail there is; `templates.ts` says how each is written. */
const MAIL_TEMPLATES = [
  'message-for-operations',
  'message-received',
  'gift-card',
  'gift-card-receipt',
  'gift-card-undelivered',
  'ride-not-accepted',
  'payment-notice',
] as const;
export type MailTemplate = (typeof MAIL_TEMPLATES)[number];

/** A mail to one recipient, as MongoDB keeps it: what it is about, never its words. */
export interface MailDoc {
  _id: Types.ObjectId;
  template: MailTemplate;
  /** Id of the document it tells of, where its recipient and words come from. */
  aboutId: Types.ObjectId;
  /** When it was asked for. Gone once it is sent or refused. */
  owedSince?: Date;
  /** Until then it is in the hands of one worker. */
  claimedUntil?: Date;
  sentAt?: Date;
  /** The mail server will not take it, or there is nothing to tell. */
  refusedAt?: Date;
}

const mailSchema = new Schema<MailDoc>(
  {
    template: { type: String, enum: MAIL_TEMPLATES, required: true },
    aboutId: { type: Schema.Types.ObjectId, required: true },
    owedSince: Date,
    claimedUntil: Date,
    sentAt: Date,
    refusedAt: Date,
  },
  { collection: 'mails', versionKey: false },
);

mailSchema.index({ aboutId: 1, template: 1 }, { unique: true });
mailSchema.index({ owedSince: 1 }, { partialFilterExpression: { owedSince: { $exists: true } } });

/** Mails owed, sent and refused. */
export const MailModel = model<MailDoc>('Mail', mailSchema);

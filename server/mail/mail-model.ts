import { model, Schema, type Types } from 'mongoose';
import { MAIL_TEMPLATES, type MailTemplate } from '#common/mail-templates.ts';

/** An email to one recipient, as MongoDB stores it: what it is about, never its content. */
export interface MailDoc {
  _id: Types.ObjectId;
  template: MailTemplate;
  /** Id of the document that its recipient and content come from. */
  aboutId: Types.ObjectId;
  /** Since when it is in the outbox. Gone once it is sent or rejected. */
  owedSince?: Date;
  /** When reconciliation last enqueued it, if ever. */
  reconciledAt?: Date;
  /** Until then one worker has it. */
  claimedUntil?: Date;
  sentAt?: Date;
  /** The mail server rejected it for good, or the document it is about is gone. */
  refusedAt?: Date;
}

const mailSchema = new Schema<MailDoc>(
  {
    template: { type: String, enum: MAIL_TEMPLATES, required: true },
    aboutId: { type: Schema.Types.ObjectId, required: true },
    owedSince: Date,
    reconciledAt: Date,
    claimedUntil: Date,
    sentAt: Date,
    refusedAt: Date,
  },
  { collection: 'mails', versionKey: false, strict: 'throw' },
);

mailSchema.index({ aboutId: 1, template: 1 }, { unique: true });
mailSchema.index({ owedSince: 1 }, { partialFilterExpression: { owedSince: { $exists: true } } });

/** The email outbox, and what was sent or rejected. */
export const MailModel = model<MailDoc>('Mail', mailSchema);

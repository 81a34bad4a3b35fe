import { model, Schema, type Types } from 'mongoose';
import { MAIL_TEMPLATES, type MailTemplate } from '#common/mail-templates.ts';

/** An email to one recipient, as MongoDB stores it: what it is about, never its content. */
export interface MailDoc {
  _id: Types.ObjectId;
  template: MailTemplate;
  /** Id of the document that its recipient and content come from. */
  aboutId: Types.ObjectId;
  /** What of that document it is about, where that owes several of this template. */
  what?: string;
  /** Where to, of one about a document that does not know any more. Gone with `owedSince`. */
  to?: string;
  /** From when on it is to be sent, which may be a moment ahead. Gone once it is sent, rejected or dropped. */
  owedSince?: Date;
  /** When reconciliation last enqueued it, if ever. */
  reconciledAt?: Date;
  /** Until then one worker has it. */
  claimedUntil?: Date;
  sentAt?: Date;
  /** The mail server rejected it for good, or the document it is about is gone. */
  refusedAt?: Date;
  /** What it would have said was no longer so when it was to be sent. */
  droppedAt?: Date;
}

const mailSchema = new Schema<MailDoc>(
  {
    template: { type: String, enum: MAIL_TEMPLATES, required: true },
    aboutId: { type: Schema.Types.ObjectId, required: true },
    what: String,
    to: String,
    owedSince: Date,
    reconciledAt: Date,
    claimedUntil: Date,
    sentAt: Date,
    refusedAt: Date,
    droppedAt: Date,
  },
  { collection: 'mails', versionKey: false, strict: 'throw' },
);

mailSchema.index({ aboutId: 1, template: 1, what: 1 }, { unique: true });
mailSchema.index({ owedSince: 1 }, { partialFilterExpression: { owedSince: { $exists: true } } });

/** The email outbox, and what was sent, rejected or dropped. */
export const MailModel = model<MailDoc>('Mail', mailSchema);

import { model, Schema, type Types } from 'mongoose';
import { MAIL_TEMPLATES, type MailTemplate } from '#common/mail-templates.ts';

/** An email to one recipient, as MongoDB stores it: a reference to its subject, never its content. */
export interface MailDoc {
  _id: Types.ObjectId;
  template: MailTemplate;
  /** Id of the document from which recipient and content are composed. */
  aboutId: Types.ObjectId;
  /** Distinguishes several emails of the same template about one document. */
  what?: string;
  /** Recipient address, if the document no longer has it. Removed together with `owedSince`. */
  to?: string;
  /** When it is due, possibly in the future. Removed once it is sent, rejected or dropped. */
  owedSince?: Date;
  /** Number of its last resend, if its document counts them. */
  resendCount?: number;
  /** When reconciliation last enqueued it, if ever. */
  reconciledAt?: Date;
  /** Until when a worker has claimed it. */
  claimedUntil?: Date;
  sentAt?: Date;
  /** Version of the document that the sent email describes, if its template says so. */
  version?: number;
  /** When the mail server rejected it permanently, or its document was found deleted. */
  refusedAt?: Date;
  /** When it was dropped because its content was no longer true or its data was erased. */
  droppedAt?: Date;
}

const mailSchema = new Schema<MailDoc>(
  {
    template: { type: String, enum: MAIL_TEMPLATES, required: true },
    aboutId: { type: Schema.Types.ObjectId, required: true },
    what: String,
    to: String,
    owedSince: Date,
    resendCount: Number,
    reconciledAt: Date,
    claimedUntil: Date,
    sentAt: Date,
    version: Number,
    refusedAt: Date,
    droppedAt: Date,
  },
  { collection: 'mails', versionKey: false, strict: 'throw' },
);

mailSchema.index({ aboutId: 1, template: 1, what: 1 }, { unique: true });
mailSchema.index({ owedSince: 1 }, { partialFilterExpression: { owedSince: { $exists: true } } });

/** The email outbox, with the record of emails that were sent, rejected or dropped. */
export const MailModel = model<MailDoc>('Mail', mailSchema);

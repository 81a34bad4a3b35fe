import { model, Schema, type Types } from 'mongoose';
import { type Alert, alertKindSchema, alertUrgencySchema } from '#common/alerts/alert.ts';
import type { Published } from '../infra/outbox.ts';

type Payment = NonNullable<Alert['payment']>;

/** An alert as MongoDB stores it. */
export interface AlertDoc extends Omit<Alert, 'id' | 'openedAt' | 'resolvedAt' | 'payment'>, Published {
  _id: Types.ObjectId;
  /** What it is about and what happened, such as `<ride id> driver-late`. */
  key: string;
  /**
   * Whether what opened it still holds, as far as events say. Somebody may have resolved it by hand meanwhile: while
   * it holds, no second one of its key is opened.
   */
  holds: boolean;
  payment: (Omit<Payment, 'answerBy'> & { answerBy: Date | null }) | null;
  openedAt: Date;
  /** When `assignee` took it. */
  assignedAt: Date | null;
  resolvedAt: Date | null;
  /** Its email is still to be written to the outbox. */
  mailOwed?: boolean;
}

const text = { type: String, required: true };
const part = { _id: false, id: false, strict: 'throw' } as const;
const staff = { type: new Schema({ id: text, name: text }, part), default: null };

const alertSchema = new Schema<AlertDoc>(
  {
    key: text,
    holds: { type: Boolean, required: true },
    version: { type: Number, required: true },
    kind: { type: String, enum: alertKindSchema.options, required: true },
    urgency: { type: String, enum: alertUrgencySchema.options, required: true },
    subject: { type: new Schema({ kind: text, id: text, name: text }, part), required: true },
    text,
    payment: {
      type: new Schema(
        {
          amountCents: { type: Number, required: true },
          reason: text,
          answerBy: { type: Date, default: null },
        },
        part,
      ),
      default: null,
    },
    openedAt: { type: Date, required: true },
    assignee: staff,
    assignedAt: { type: Date, default: null },
    resolvedAt: { type: Date, default: null },
    resolvedBy: staff,
    note: { type: String, default: null },
    mailOwed: Boolean,
    unpublishedSince: Date,
  },
  { collection: 'alerts', versionKey: false, strict: 'throw' },
);

alertSchema.index({ key: 1, holds: 1 }, { unique: true, partialFilterExpression: { holds: true } });
alertSchema.index({ holds: 1, kind: 1 });
alertSchema.index({ resolvedAt: 1, openedAt: 1 });
alertSchema.index({ 'subject.id': 1, openedAt: -1 });
alertSchema.index({ mailOwed: 1 }, { partialFilterExpression: { mailOwed: { $exists: true } } });

alertSchema.index(
  { unpublishedSince: 1 },
  { partialFilterExpression: { unpublishedSince: { $exists: true } } },
);

/** What staff are alerted to; written by `alerts.ts`, `resolve-alert.ts` and `alert-mails.ts` alone. */
export const AlertModel = model<AlertDoc>('Alert', alertSchema);

/** A stored alert as plain data. */
export const toAlert = (doc: AlertDoc): Alert => ({
  id: doc._id.toHexString(),
  version: doc.version,
  kind: doc.kind,
  urgency: doc.urgency,
  subject: doc.subject,
  text: doc.text,
  payment: doc.payment && { ...doc.payment, answerBy: doc.payment.answerBy?.toISOString() ?? null },
  openedAt: doc.openedAt.toISOString(),
  assignee: doc.assignee,
  resolvedAt: doc.resolvedAt?.toISOString() ?? null,
  resolvedBy: doc.resolvedBy,
  note: doc.note,
});

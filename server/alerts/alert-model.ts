import { model, Schema, type Types } from 'mongoose';
import { type Alert, alertKindSchema, alertUrgencySchema } from '#common/alerts/alert.ts';
import type { Published } from '../infra/outbox.ts';

type Payment = NonNullable<Alert['payment']>;

/** An alert as MongoDB stores it. */
export interface AlertDoc extends Omit<Alert, 'id' | 'openedAt' | 'resolvedAt' | 'payment'>, Published {
  _id: Types.ObjectId;
  /** Subject and event, such as `<ride id> driver-late`. */
  key: string;
  /**
   * Whether the cause of the alert still holds, according to the events so far. Staff may have resolved it by
   * hand meanwhile. While the cause holds, no second alert with the same key is opened.
   */
  holds: boolean;
  payment: (Omit<Payment, 'answerBy'> & { answerBy: Date | null }) | null;
  openedAt: Date;
  /** When `assignee` took the alert. */
  assignedAt: Date | null;
  resolvedAt: Date | null;
  /** Set while the alert's email has not yet been written to the outbox. */
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

/**
 * The alerts of staff. Only `alerts.ts`, `resolve-alert.ts`, `alert-mails.ts` and `alerts-data.ts` write
 * them.
 */
export const AlertModel = model<AlertDoc>('Alert', alertSchema);

/** Converts a stored alert to plain data. */
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

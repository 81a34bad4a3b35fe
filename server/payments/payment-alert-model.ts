import { model, Schema, type Types } from 'mongoose';
import type { Cents } from '#common/money.ts';
import type { PaidFor } from './find-paid-for.ts';

/** Something the house has to know of a payment that had been settled. */
export interface PaymentAlert {
  /** What it is about and what became of that, such as `du_… lost`: told once. */
  key: string;
  kind: 'refund-failed' | 'dispute-opened' | 'dispute-closed';
  paidFor: PaidFor;
  amountCents: Cents;
  /** In Stripe's word: why a refund failed, why a payment is disputed, how a dispute ended. */
  word: string;
  /** Until when a dispute can be answered. */
  answerBy?: Date;
}

/** A notice as MongoDB keeps it. */
export interface PaymentAlertDoc extends PaymentAlert {
  _id: Types.ObjectId;
  at: Date;
}

const text = { type: String, required: true };
const optionalText = { type: String, default: null };

const paymentNoticeSchema = new Schema<PaymentAlertDoc>(
  {
    key: { ...text, unique: true },
    kind: { type: String, enum: ['refund-failed', 'dispute-opened', 'dispute-closed'], required: true },
    paidFor: new Schema({ rideId: optionalText, purchaseId: optionalText }, { _id: false }),
    amountCents: { type: Number, required: true },
    word: text,
    answerBy: Date,
    at: { type: Date, required: true },
  },
  { collection: 'paymentAlerts', versionKey: false },
);

/** What the house was told of payments; written by tell-house. */
export const PaymentAlertModel = model<PaymentAlertDoc>('PaymentAlert', paymentNoticeSchema);

import { model, Schema, type Types } from 'mongoose';
import type { Cents } from '#common/money.ts';

/** A gift card that somebody buys, or began to, as MongoDB keeps it. Once it is paid, its card has the same id. */
export interface PurchaseDoc {
  _id: Types.ObjectId;
  amountCents: Cents;
  recipientEmail: string;
  recipientName: string | null;
  personalMessage: string | null;
  /** Of the checkout at Stripe; null for the moment until there is one. */
  sessionId: string | null;
  /** `flagged`: what was paid is not what was owed. */
  state: 'open' | 'paid' | 'expired' | 'flagged';
  /** As given at the checkout. */
  buyerEmail: string | null;
  createdAt: Date;
  paidAt: Date | null;
  /** When the sweep looks what has become of it; gone once there is nothing left to do. */
  lookAt?: Date;
  /** Keys of what the house was told of the payment after it was settled. */
  paymentAlerts?: string[];
  /** Digest of what was sent and of its Idempotency-Key: a repeat has the same. */
  repeatDigest?: string;
}

const text = { type: String, required: true };
const optionalText = { type: String, default: null };

const purchaseSchema = new Schema<PurchaseDoc>(
  {
    amountCents: { type: Number, required: true },
    recipientEmail: text,
    recipientName: optionalText,
    personalMessage: optionalText,
    sessionId: optionalText,
    state: { type: String, enum: ['open', 'paid', 'expired', 'flagged'], required: true },
    buyerEmail: optionalText,
    createdAt: { type: Date, required: true },
    paidAt: { type: Date, default: null },
    lookAt: Date,
    paymentAlerts: { type: [String], default: undefined },
    repeatDigest: String,
  },
  { collection: 'purchases', versionKey: false },
);

purchaseSchema.index({ sessionId: 1 });
purchaseSchema.index({ lookAt: 1 }, { partialFilterExpression: { lookAt: { $exists: true } } });
purchaseSchema.index(
  { repeatDigest: 1 },
  { unique: true, partialFilterExpression: { repeatDigest: { $exists: true } } },
);

/** Purchases of gift cards. */
export const PurchaseModel = model<PurchaseDoc>('Purchase', purchaseSchema);

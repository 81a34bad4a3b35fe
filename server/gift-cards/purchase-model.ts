import { model, Schema, type Types } from 'mongoose';
import type { Cents } from '#common/money.ts';

/**
 * The purchase of a gift card, begun or paid, as MongoDB stores it, or what we gave without one. Once it is paid or given,
 * its card has the same id.
 */
export interface PurchaseDoc {
  _id: Types.ObjectId;
  amountCents: Cents;
  recipientEmail: string;
  recipientName: string | null;
  personalMessage: string | null;
  /** Id of the checkout session at Stripe; null until it is opened. */
  sessionId: string | null;
  /** `flagged`: the checkout does not match the purchase; operations review it. `given`: by us, and nobody pays for it. */
  state: 'open' | 'paid' | 'expired' | 'flagged' | 'given';
  /** As given at the checkout. */
  buyerEmail: string | null;
  createdAt: Date;
  paidAt: Date | null;
  /** When reconciliation enqueues its fulfilment; gone once there is nothing left to do. */
  lookAt?: Date;
  /** Keys of the alerts that operations got about its payment. */
  paymentAlerts?: string[];
  /** The two addresses in lower case, for the search; purchases begun before it have none. */
  recipientKey?: string;
  buyerKey?: string;
  /** When and by whom its card was sent again. */
  resends?: { at: Date; by: string }[];
  /** How many those are; none counts as 0. */
  resendCount?: number;
  /** Digest of the request and its Idempotency-Key: a repeat has the same. */
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
    state: { type: String, enum: ['open', 'paid', 'expired', 'flagged', 'given'], required: true },
    buyerEmail: optionalText,
    createdAt: { type: Date, required: true },
    paidAt: { type: Date, default: null },
    lookAt: Date,
    paymentAlerts: { type: [String], default: undefined },
    recipientKey: String,
    buyerKey: String,
    resends: {
      type: [new Schema({ at: { type: Date, required: true }, by: text }, { _id: false, strict: 'throw' })],
      default: undefined,
    },
    resendCount: Number,
    repeatDigest: String,
  },
  { collection: 'purchases', versionKey: false, strict: 'throw' },
);

purchaseSchema.index({ sessionId: 1 });
for (const address of ['recipientKey', 'buyerKey', 'recipientEmail', 'buyerEmail'] as const) {
  purchaseSchema.index({ [address]: 1, _id: -1 });
}
purchaseSchema.index({ lookAt: 1 }, { partialFilterExpression: { lookAt: { $exists: true } } });
purchaseSchema.index(
  { repeatDigest: 1 },
  { unique: true, partialFilterExpression: { repeatDigest: { $exists: true } } },
);

/** An address of a recipient, as given and as it is searched for. */
export const addressedTo = (recipientEmail: string) => ({
  recipientEmail,
  recipientKey: recipientEmail.toLowerCase(),
});

/** Purchase states that have a card. */
export const ISSUED_STATES: readonly PurchaseDoc['state'][] = ['paid', 'given'];

/** Purchases of gift cards. */
export const PurchaseModel = model<PurchaseDoc>('Purchase', purchaseSchema);

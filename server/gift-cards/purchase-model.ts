import { model, Schema, type Types } from 'mongoose';
import type { Cents } from '#common/money.ts';

/**
 * A gift card purchase, or a gift card given for free, as MongoDB stores it. Once paid or given, the card has
 * the same id.
 */
export interface PurchaseDoc {
  _id: Types.ObjectId;
  amountCents: Cents;
  recipientEmail: string;
  recipientName: string | null;
  personalMessage: string | null;
  /** Id of the checkout session at Stripe. Null until it is opened. */
  sessionId: string | null;
  /**
   * `flagged`: the checkout does not match the purchase, and operations review it. `given`: free of charge.
   */
  state: 'open' | 'paid' | 'expired' | 'flagged' | 'given';
  /** As entered at the checkout. */
  buyerEmail: string | null;
  createdAt: Date;
  paidAt: Date | null;
  /** When reconciliation enqueues the fulfilment. Removed once nothing is left to do. */
  lookAt?: Date;
  /** Since when its recipient is to be stripped, once the card is mailed or the purchase expired. */
  erasureOwedSince?: Date;
  /** Keys of the alerts about its payment. */
  paymentAlerts?: string[];
  /** The two addresses in lower case, for the search. Missing in old purchases. */
  recipientKey?: string;
  buyerKey?: string;
  /** When and by whom the card was sent again. */
  resends?: { at: Date; by: string }[];
  /** Number of resends. Missing means 0. */
  resendCount?: number;
  /** Since when the last resend is to be put into the outbox. */
  resendOwedSince?: Date;
  /** Digest of the request and its Idempotency-Key, to recognize a retry. */
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
    erasureOwedSince: Date,
    paymentAlerts: { type: [String], default: undefined },
    recipientKey: String,
    buyerKey: String,
    resends: {
      type: [new Schema({ at: { type: Date, required: true }, by: text }, { _id: false, strict: 'throw' })],
      default: undefined,
    },
    resendCount: Number,
    resendOwedSince: Date,
    repeatDigest: String,
  },
  { collection: 'purchases', versionKey: false, strict: 'throw' },
);

purchaseSchema.index({ sessionId: 1 });
for (const address of ['recipientKey', 'buyerKey', 'recipientEmail', 'buyerEmail'] as const) {
  purchaseSchema.index({ [address]: 1, _id: -1 });
}
for (const since of ['lookAt', 'erasureOwedSince', 'resendOwedSince'] as const) {
  purchaseSchema.index({ [since]: 1 }, { partialFilterExpression: { [since]: { $exists: true } } });
}
purchaseSchema.index(
  { repeatDigest: 1 },
  { unique: true, partialFilterExpression: { repeatDigest: { $exists: true } } },
);

/** The recipient fields of a purchase: the address as given, and in lower case for the search. */
export const addressedTo = (recipientEmail: string) => ({
  recipientEmail,
  recipientKey: recipientEmail.toLowerCase(),
});

/** The recipient of a purchase as it was read, as a guard against concurrent corrections and erasures. */
export const withRecipientOf = ({ recipientEmail, erasureOwedSince }: Recipient) => ({
  recipientEmail,
  erasureOwedSince: erasureOwedSince ?? null,
});

/**
 * The fields that change when a card goes to this address. If its recipient is to be erased and it now goes
 * to somebody else, name and message are removed at once, and no erasure is owed any more.
 */
export function readdressedTo(after: string, { recipientEmail: before, erasureOwedSince }: Recipient) {
  const isErased = erasureOwedSince !== undefined && after.toLowerCase() !== before.toLowerCase();
  return {
    $set: { ...addressedTo(after), ...(isErased && { recipientName: null, personalMessage: null }) },
    ...(isErased && { $unset: { erasureOwedSince: 1 } }),
  } as const;
}

type Recipient = Pick<PurchaseDoc, 'recipientEmail' | 'erasureOwedSince'>;

/** Purchase states in which a card exists. */
export const ISSUED_STATES: readonly PurchaseDoc['state'][] = ['paid', 'given'];

/** Purchases of gift cards, including cards given for free. */
export const PurchaseModel = model<PurchaseDoc>('Purchase', purchaseSchema);

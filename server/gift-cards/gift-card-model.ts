import { model, Schema, type Types } from 'mongoose';
import { type LedgerKind, ledgerKindSchema } from '#common/gift-cards/gift-card-codes-api.ts';
import type { Cents } from '#common/money.ts';

/** One line of a card's ledger; its amount is what it did to the balance. */
export interface LedgerEntry {
  kind: LedgerKind;
  /** Makes the entry unique, such as `hold:<ride id>`. */
  key: string;
  amountCents: Cents;
  /** The ride it belongs to; null for the issue. */
  rideId: string | null;
  /** Where the ride goes, and whose it is, on its hold. Holds from before riders were recorded have none. */
  memo: string | null;
  riderId?: string | null;
  at: Date;
}

/** Money held for a ride that is not paid yet. */
export interface GiftCardHold {
  rideId: string;
  amountCents: Cents;
  until: Date;
}

/** Money a ride has captured, and what of it is not refunded. */
interface GiftCardCapture {
  rideId: string;
  refundableCents: Cents;
}

/** One voiding of a card: what it took of the balance, and the refund to the buyer. */
export interface GiftCardVoid {
  _id: Types.ObjectId;
  /** Of its ledger entry, `void:1` for the first. */
  key: string;
  amountCents: Cents;
  /** Name of who did it. */
  by: string;
  at: Date;
  /**
   * `owed` until Stripe has made the refund; `failed` once it never will, which operations are told of; `none` where
   * nobody had paid.
   */
  refund: 'owed' | 'refunded' | 'failed' | 'none';
  /** Stripe's `re_…`. */
  refundId: string | null;
  /** When Stripe made the refund, also where it failed later. Voids from before it was recorded have none. */
  refundedAt?: Date;
}

/**
 * A gift card as MongoDB stores it, its ledger included, so that one statement changes all of it. Its id is
 * its purchase's.
 */
export interface GiftCardDoc {
  _id: Types.ObjectId;
  codeHash: string;
  /** Hash of its redemption token. */
  passHash: string;
  last4: string;
  /** What can be spent: the sum of the entries. */
  balanceCents: Cents;
  /** The sum of the holds. */
  heldCents: Cents;
  holds: GiftCardHold[];
  captures: GiftCardCapture[];
  entries: LedgerEntry[];
  /** Once a card is voided it holds nothing any more, for good. */
  voidedAt?: Date;
  /** More than one where a ride was refunded to the voided card. Cards stored before there were any have none. */
  voids?: GiftCardVoid[];
  /** Since when a refund of its voids is owed; gone once none is. */
  refundOwedSince?: Date;
}

const cents = { type: Number, required: true };
const text = { type: String, required: true };
const part = { _id: false, strict: 'throw' } as const;

const giftCardSchema = new Schema<GiftCardDoc>(
  {
    codeHash: { ...text, unique: true },
    passHash: { ...text, unique: true },
    last4: text,
    balanceCents: cents,
    heldCents: cents,
    holds: [new Schema({ rideId: text, amountCents: cents, until: { type: Date, required: true } }, part)],
    captures: [new Schema({ rideId: text, refundableCents: cents }, part)],
    entries: [
      new Schema(
        {
          kind: { type: String, enum: ledgerKindSchema.options, required: true },
          key: text,
          amountCents: cents,
          rideId: { type: String, default: null },
          memo: { type: String, default: null },
          riderId: { type: String, default: null },
          at: { type: Date, required: true },
        },
        part,
      ),
    ],
    voidedAt: Date,
    voids: {
      default: undefined,
      type: [
        new Schema<GiftCardVoid>(
          {
            _id: { type: Schema.Types.ObjectId, required: true },
            key: text,
            amountCents: cents,
            by: text,
            at: { type: Date, required: true },
            refund: { type: String, enum: ['owed', 'refunded', 'failed', 'none'], required: true },
            refundId: { type: String, default: null },
            refundedAt: Date,
          },
          { id: false, strict: 'throw' },
        ),
      ],
    },
    refundOwedSince: Date,
  },
  { collection: 'giftCards', versionKey: false, strict: 'throw' },
);

giftCardSchema.index({ 'holds.until': 1 });
giftCardSchema.index({ last4: 1, _id: -1 });
giftCardSchema.index({ 'voids._id': 1 });
giftCardSchema.index({ voidedAt: 1 }, { partialFilterExpression: { voidedAt: { $exists: true } } });
giftCardSchema.index(
  { refundOwedSince: 1 },
  { partialFilterExpression: { refundOwedSince: { $exists: true } } },
);

/** Gift cards. `fulfil-gift-card` creates them; their money moves in `ledger` alone, and `void-gift-card` notes refunds to buyers. */
export const GiftCardModel = model<GiftCardDoc>('GiftCard', giftCardSchema);

import { model, Schema, type Types } from 'mongoose';
import { type LedgerKind, ledgerKindSchema } from '#common/gift-cards/gift-card-codes-api.ts';
import type { Cents } from '#common/money.ts';

/** One entry of a card's ledger. Its amount is the change of the balance. */
export interface LedgerEntry {
  kind: LedgerKind;
  /** Makes the entry unique, such as `hold:<ride id>`. */
  key: string;
  amountCents: Cents;
  /** The ride it belongs to. Null for the issue. */
  rideId: string | null;
  /** On a hold: the ride's route, and its rider. Holds from before riders were recorded have no rider. */
  memo: string | null;
  riderId?: string | null;
  at: Date;
}

/** Money held for an unpaid ride. */
export interface GiftCardHold {
  rideId: string;
  amountCents: Cents;
  until: Date;
}

/** Money that a ride has captured, with the part not refunded yet. */
interface GiftCardCapture {
  rideId: string;
  refundableCents: Cents;
}

/** One void of a card: the balance it removed, and the refund to the buyer. */
export interface GiftCardVoid {
  _id: Types.ObjectId;
  /** Key of its ledger entry, such as `void:1` for the first. */
  key: string;
  amountCents: Cents;
  /** Name of the admin. */
  by: string;
  at: Date;
  /**
   * `owed` until Stripe has made the refund. `failed` if it never will; operations are alerted. `none` if
   * nobody had paid.
   */
  refund: 'owed' | 'refunded' | 'failed' | 'none';
  /** Stripe's refund id, `re_…`. */
  refundId: string | null;
  /** When Stripe made the refund, even if it failed later. Older voids do not have it. */
  refundedAt?: Date;
}

/**
 * A gift card as MongoDB stores it, with its ledger, so that one statement changes everything. Its id is that
 * of its purchase.
 */
export interface GiftCardDoc {
  _id: Types.ObjectId;
  codeHash: string;
  /** Hash of the redemption token. */
  passHash: string;
  last4: string;
  /** The spendable amount: the sum of the entries. */
  balanceCents: Cents;
  /** The sum of the holds. */
  heldCents: Cents;
  holds: GiftCardHold[];
  captures: GiftCardCapture[];
  entries: LedgerEntry[];
  /** When the card was voided. Permanent; it accepts no more holds. */
  voidedAt?: Date;
  /** Several if rides were refunded to the voided card. Missing on cards stored before voids existed. */
  voids?: GiftCardVoid[];
  /** Since when a refund of a void is owed. Removed once none is. */
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

/**
 * Gift cards. `fulfil-gift-card` creates them, only `ledger` moves their money, and `void-gift-card` records
 * refunds to buyers.
 */
export const GiftCardModel = model<GiftCardDoc>('GiftCard', giftCardSchema);

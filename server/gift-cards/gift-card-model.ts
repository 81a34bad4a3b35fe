import { model, Schema, type Types } from 'mongoose';
import { type LedgerKind, ledgerKindSchema } from '#common/gift-cards/gift-cards-api.ts';
import type { Cents } from '#common/money.ts';

/** One line of a card's ledger; its amount is what it did to the balance. */
export interface LedgerEntry {
  kind: LedgerKind;
  /** What happens once has one key, such as `hold:` and the ride's id. */
  key: string;
  amountCents: Cents;
  /** The ride it belongs to; null for the issue. */
  rideId: string | null;
  /** Where the ride goes, told with its hold. */
  memo: string | null;
  at: Date;
}

/** Money set aside for a ride that is not settled yet. */
export interface GiftCardHold {
  rideId: string;
  amountCents: Cents;
  until: Date;
}

/** Money a ride has taken, and what of it has not been given back. */
interface GiftCardCapture {
  rideId: string;
  refundableCents: Cents;
}

/** A gift card as MongoDB keeps it, its ledger included, so that one statement changes all of it. Its id is its purchase's. */
export interface GiftCardDoc {
  _id: Types.ObjectId;
  codeHash: string;
  passHash: string;
  last4: string;
  /** What can be spent: the sum of the entries. */
  balanceCents: Cents;
  /** The sum of the holds. */
  heldCents: Cents;
  holds: GiftCardHold[];
  captures: GiftCardCapture[];
  entries: LedgerEntry[];
}

const cents = { type: Number, required: true };
const text = { type: String, required: true };
const part = { _id: false };

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
          at: { type: Date, required: true },
        },
        part,
      ),
    ],
  },
  { collection: 'giftCards', versionKey: false },
);

giftCardSchema.index({ 'holds.until': 1 });

/** Gift cards. Born by issue-gift-card; all that happens to their money is post-entry's. */
export const GiftCardModel = model<GiftCardDoc>('GiftCard', giftCardSchema);

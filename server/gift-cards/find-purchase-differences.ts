import type { QueryFilter } from 'mongoose';
import { idSchema } from '#common/id.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { IN_FLIGHT_MS, type MoneyDifference } from '../money-difference.ts';
import { findCheckout, isCheckoutFor } from '../payments/stripe-checkouts.ts';
import type { StripeRecord } from '../payments/stripe-records.ts';
import { type GiftCardDoc, GiftCardModel } from './gift-card-model.ts';
import { type PurchaseDoc, PurchaseModel } from './purchase-model.ts';

interface PurchaseComparison {
  /** The payments at Stripe in this period. */
  payments: readonly StripeRecord[];
  since: Date;
  /** Whether a payment for a purchase unknown to us must be a lost purchase of ours. */
  treatsUnknownAsLost: boolean;
}

/**
 * Compares the gift card purchases paid since an instant with their checkouts at Stripe, and Stripe's
 * payments with the purchases. Read-only.
 */
export async function findPurchaseDifferences({
  payments,
  since,
  treatsUnknownAsLost,
}: PurchaseComparison): Promise<MoneyDifference[]> {
  const differences: MoneyDifference[] = [];
  const paid = PurchaseModel.find({ state: 'paid', paidAt: { $gte: since }, sessionId: { $ne: null } });
  for await (const purchase of paid.lean<PurchaseDoc[]>().cursor()) {
    const { amountCents, sessionId } = purchase;
    const id = purchase._id.toHexString();
    const checkout = sessionId === null ? null : await findCheckout(sessionId);
    const isPaid = checkout !== null && isCheckoutFor(checkout, { id, amountCents });
    if (!isPaid) {
      differences.push(
        about(id, `is paid with ${formatCents(amountCents)}, but its checkout at Stripe is not`),
      );
    }
  }
  const settled = new Date(databaseClock.nowMs() - IN_FLIGHT_MS);
  const isLasting: QueryFilter<PurchaseDoc> = {
    $or: [{ createdAt: { $lt: settled } }, { state: 'flagged' }],
  };
  for (const { id: paymentId, metadata, receivedCents, refundedCents } of payments) {
    const id = idSchema.safeParse(metadata.purchaseId).data;
    const keptCents = receivedCents - refundedCents;
    const unpaid =
      id && keptCents > 0 && (await PurchaseModel.exists({ _id: id, state: { $ne: 'paid' }, ...isLasting }));
    const backCents = id ? await paidBackCents(id) : 0;
    if (id && refundedCents < backCents) {
      const sums = `${formatCents(backCents)} to its buyer, but Stripe ${formatCents(refundedCents)}`;
      differences.push(about(id, `paid back ${sums}`));
    }
    if (treatsUnknownAsLost && id && keptCents > 0 && !(await PurchaseModel.exists({ _id: id }))) {
      differences.push({
        subject: { kind: 'payment', id: paymentId, name: `Payment ${paymentId}` },
        text: `payment ${paymentId} of ${formatCents(keptCents)} was made for gift card purchase ${id}, which does not exist`,
      });
    }
    if (unpaid) differences.push(unissuedPayment(id, keptCents));
  }
  return differences;
}

/** The difference of a payment that Stripe keeps for a purchase for which no card was issued. */
export const unissuedPayment = (purchaseId: string, keptCents: Cents): MoneyDifference =>
  about(purchaseId, `is not paid, but Stripe keeps ${formatCents(keptCents)} for it`);

/** Returns the cents refunded to the buyer of a voided card, by our own record. */
async function paidBackCents(giftCardId: string): Promise<Cents> {
  const card = await GiftCardModel.findById(giftCardId, { voids: 1 }).lean<Pick<GiftCardDoc, 'voids'>>();
  const made = card?.voids?.filter(({ refund }) => refund === 'refunded') ?? [];
  return made.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

const about = (id: string, text: string): MoneyDifference => ({
  subject: { kind: 'purchase', id, name: `Gift card purchase ${id}` },
  text: `purchase ${id} ${text}`,
});

import { AppError } from '#common/errors.ts';
import { type Cents, formatCents } from '#common/money.ts';
import type { Span } from '#common/statements/week.ts';
import { formatDay, formatTimeWithZone } from '#common/time.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { enqueue, RECONCILE_AFTER_MS, tryEnqueue } from '../infra/queues.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import { notifyOperations } from '../payments/payment-alerts.ts';
import { readCheckout } from '../payments/stripe-checkouts.ts';
import { failedRefundKey, refundPayment } from '../payments/stripe-refunds.ts';
import { type GiftCardDoc, GiftCardModel, type GiftCardVoid } from './gift-card-model.ts';
import { voidGiftCardBalance } from './ledger.ts';
import { ISSUED_STATES } from './purchase-model.ts';
import { describeBuyer, findPurchase, recordOnPurchase } from './purchases.ts';

interface VoidRequest {
  giftCardId: string;
  /** The balance that the admin saw, in cents. */
  amountCents: Cents;
  /** Name of the admin. */
  by: string;
}

/**
 * Voids a gift card permanently. The same statement marks the balance as owed to the buyer, if there is one.
 * A job refunds it at Stripe and writes the emails. Of two concurrent requests, one succeeds.
 *
 * @throws AppError GIFT_CARD_HELD while a booking holds part of it
 * @throws AppError GIFT_CARD_CHANGED if the balance differs or it is already voided, NOT_FOUND
 */
export async function voidGiftCard({ giftCardId, amountCents, by }: VoidRequest): Promise<void> {
  const { state } = await findPurchase(giftCardId);
  const card = await GiftCardModel.findById(giftCardId).lean<GiftCardDoc>();
  if (!card || !ISSUED_STATES.includes(state)) throw new AppError('NOT_FOUND', 'There is no such gift card.');
  const refusal = refusalOf(card, amountCents);
  if (refusal) throw refusal;

  if (!(await voidGiftCardBalance({ giftCardId, amountCents, voidsBefore: 0, by }))) {
    const now = await GiftCardModel.findById(giftCardId).lean<GiftCardDoc>();
    throw (
      refusalOf(now ?? card, amountCents) ?? new AppError('GIFT_CARD_CHANGED', 'Please look at it again.')
    );
  }
  await enqueueRefund(giftCardId);
}

const enqueueRefund = (giftCardId: string): Promise<void> =>
  tryEnqueue('refund-gift-card', { giftCardId }, { key: giftCardId });

/** Explains why a card cannot be voided for this amount. Null if it can. */
function refusalOf({ voids, holds, balanceCents }: GiftCardDoc, amountCents: Cents): AppError | null {
  const [first] = voids ?? [];
  if (first)
    return new AppError('GIFT_CARD_CHANGED', `${first.by} voided this card at ${instant(first.at)}.`);
  const lastHold = holds.map(({ until }) => until).toSorted((a, b) => b.getTime() - a.getTime())[0];
  if (lastHold) {
    const held = formatCents(holds.reduce((sum, hold) => sum + hold.amountCents, 0));
    return new AppError(
      'GIFT_CARD_HELD',
      `A booking that is not paid yet holds ${held} of this card. It ends at ${instant(lastHold)}; please try again then.`,
    );
  }
  if (balanceCents === amountCents) return null;
  return new AppError(
    'GIFT_CARD_CHANGED',
    `The balance changed a moment ago, to ${formatCents(balanceCents)}. Please look again.`,
  );
}

const instant = (at: Date): string => {
  const now = databaseClock.now();
  const day = formatDay(at, now);
  return day === formatDay(now, now) ? formatTimeWithZone(at) : `${formatTimeWithZone(at)} on ${day}`;
};

/**
 * Performs the follow-up of a void: emails the recipient and refunds the owed amounts to the buyer at Stripe,
 * once per void by Stripe's idempotency key. If Stripe will never refund, for example because the payment is
 * disputed, records that and alerts operations. Idempotent. Throws while Stripe is unavailable, so that the
 * job is retried.
 */
export async function refundVoidedGiftCard(giftCardId: string): Promise<void> {
  const card = await GiftCardModel.findById(giftCardId).lean<GiftCardDoc>();
  const owed = card?.voids?.filter(({ refund }) => refund === 'owed') ?? [];
  if (!card || owed.length === 0) return;

  await enqueueEmail('gift-card-voided', giftCardId);
  for (const each of owed) await refundVoid(giftCardId, each);
  await GiftCardModel.updateOne(
    // A card that was voided again meanwhile still owes that refund.
    { _id: giftCardId, refundOwedSince: card.refundOwedSince },
    { $unset: { refundOwedSince: 1 } },
  );
}

async function refundVoid(giftCardId: string, { _id, key, amountCents }: GiftCardVoid): Promise<void> {
  const { buyerEmail, sessionId, state } = await findPurchase(giftCardId);
  if (state === 'given') return closeVoid(giftCardId, key, { refund: 'none', refundId: null });
  const { paymentIntentId } = sessionId ? await readCheckout(sessionId) : { paymentIntentId: null };
  const { refundId, failure } = paymentIntentId
    ? await refundPayment({
        paymentIntentId,
        amountCents,
        metadata: { purchaseId: giftCardId, reason: key },
        idempotencyKey: `refund:${giftCardId}:${key}`,
      })
    : { refundId: null, failure: 'no_payment' };

  if (failure) {
    await notifyOperations(
      {
        key: failedRefundKey(refundId, `${giftCardId} ${key}`),
        kind: 'refund-failed',
        paidFor: { kind: 'purchase', id: giftCardId },
        amountCents,
        reason: failure,
      },
      { describePayer: describeBuyer, recordAlert: recordOnPurchase },
    );
  } else if (buyerEmail) {
    await enqueueEmail('gift-card-void-receipt', _id.toHexString());
  }
  await closeVoid(giftCardId, key, { refund: failure ? 'failed' : 'refunded', refundId });
  logger.info({ giftCardId, amountCents, failure }, 'voided gift card refunded');
}

/** Records the outcome of a void's refund, unless another worker has: the refund may have failed since. */
async function closeVoid(
  giftCardId: string,
  key: string,
  { refund, refundId }: Pick<GiftCardVoid, 'refund' | 'refundId'>,
): Promise<void> {
  await GiftCardModel.updateOne(
    { _id: giftCardId },
    {
      $set: {
        'voids.$[each].refund': refund,
        'voids.$[each].refundId': refundId,
        ...(refund === 'refunded' && { 'voids.$[each].refundedAt': databaseClock.now() }),
      },
    },
    { arrayFilters: [{ 'each.key': key, 'each.refund': 'owed' }] },
  );
}

/** Records that Stripe failed a refund of a voided card after accepting it. Idempotent. */
export async function failVoidRefund(giftCardId: string, refundId: string): Promise<void> {
  await GiftCardModel.updateOne(
    { _id: giftCardId, 'voids.refundId': refundId },
    { $set: { 'voids.$[each].refund': 'failed' } },
    { arrayFilters: [{ 'each.refundId': refundId }] },
  );
}

/**
 * Returns the number of refunds of voided cards made within a time span, and their total in cents. Refunds
 * that failed later do not count.
 */
export async function sumVoidRefunds({ from, to }: Span): Promise<{ count: number; cents: Cents }> {
  const within = { $gte: from, $lt: to };
  const cards = await GiftCardModel.find(
    { voidedAt: { $exists: true }, $or: [{ 'voids.refundedAt': within }, { 'voids.at': within }] },
    { voids: 1 },
  ).lean<Pick<GiftCardDoc, 'voids'>[]>();
  const made = cards
    .flatMap(({ voids = [] }) => voids)
    .filter(
      ({ refund, at, refundedAt = at }) => refund === 'refunded' && refundedAt >= from && refundedAt < to,
    );
  return { count: made.length, cents: made.reduce((sum, { amountCents }) => sum + amountCents, 0) };
}

const AT_ONCE = 200;

/**
 * Enqueues overdue refunds of voided cards. Voids again the balance that ride refunds have since added to
 * voided cards, so that it goes to the buyer.
 */
export async function reconcileGiftCards(): Promise<void> {
  const refilled = await GiftCardModel.find({ voidedAt: { $exists: true }, balanceCents: { $gt: 0 } })
    .limit(AT_ONCE)
    .lean<GiftCardDoc[]>();
  for (const { _id, balanceCents, voids = [] } of refilled) {
    const giftCardId = _id.toHexString();
    const by = voids[0]?.by ?? 'Marquee';
    await voidGiftCardBalance({ giftCardId, amountCents: balanceCents, voidsBefore: voids.length, by });
  }
  const overdue = await GiftCardModel.find(
    { refundOwedSince: { $lt: new Date(databaseClock.nowMs() - RECONCILE_AFTER_MS) } },
    { _id: 1 },
  )
    .sort({ refundOwedSince: 1, _id: 1 })
    .limit(AT_ONCE)
    .lean<Pick<GiftCardDoc, '_id'>[]>();
  const ids = [...refilled, ...overdue].map(({ _id }) => _id.toHexString());
  await Promise.all(
    [...new Set(ids)].map((giftCardId) => enqueue('refund-gift-card', { giftCardId }, { key: giftCardId })),
  );
}

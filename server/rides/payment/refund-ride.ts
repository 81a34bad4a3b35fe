import type { RefundReason } from '#common/jobs.ts';
import { NOTHING, type Sums, totalOf } from '#common/rides/ride-money.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import { isSettled } from '#common/rides/ride-states.ts';
import { type OwedEvent, WORKER } from '../../audit-log/record-audit.ts';
import { refundGiftCard } from '../../gift-cards/ledger.ts';
import { enqueueEmail } from '../../mail/email-outbox.ts';
import { notifyOperations } from '../../payments/payment-alerts.ts';
import { readPayment } from '../../payments/stripe-payments.ts';
import { failedRefundKey, type RefundReply, refundPayment } from '../../payments/stripe-refunds.ts';
import { releasePromo } from '../../promos/promo-holds.ts';
import { releaseHoldsOf } from '../booking/ride-holds.ts';
import { changeWithRetry } from '../change-with-retry.ts';
import { findOrder, shareOfLate } from '../order/ride-order.ts';
import { syncReturnRide } from '../order/sync-return-ride.ts';
import { type RideDoc, RideModel, type RideRecord, type RideRefund } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';
import { refundOwedByOutcome } from './refundable.ts';
import { describeRider, recordOnRide } from './ride-payer.ts';
import { isFullyRefunded } from './split-refund.ts';

/**
 * Refunds what a ride owes for one reason, once. Gift card ledger and Stripe are idempotent by ride and
 * reason, and the ride records the refund. If Stripe refuses for good, because the payment is disputed,
 * records the failure and notifies operations. Idempotent.
 *
 * @throws Error when the ride changed meanwhile, so that the job is retried
 */
export async function refundRide(rideId: string, reason: RefundReason): Promise<void> {
  const ride = await findRide(rideId);
  if (ride.refunds.some((refund) => refund.reason === reason)) return;
  const owed = await prepareRefund(ride, reason);
  if (!owed) return;

  if (reason === 'not-accepted') await followUpNotAccepted(ride);
  if (reason === 'cancelled') await followUpCancellation(ride);
  if (totalOf(owed) === 0 && hasNothingToRecord(ride, reason)) return closeWithoutRefund(rideId, reason);

  const made = await makeRefund(ride, { key: reason, sums: owed, metadata: { reason } });
  await recordRefund(ride, { reason, ...made }, { refundOwed: null });
}

interface AdjustmentOfRide {
  rideId: string;
  adjustmentId: string;
}

/**
 * Makes the refund that an adjustment owes, once. Gift card ledger, Stripe and ride identify it by its id.
 * Idempotent.
 *
 * @throws Error when the ride changed meanwhile, so that the job is retried
 */
export async function refundAdjustment({ rideId, adjustmentId }: AdjustmentOfRide): Promise<void> {
  const ride = await findRide(rideId);
  const adjustment = ride.adjustments.find(({ id, owedSince }) => id === adjustmentId && owedSince);
  if (!adjustment) return;

  const { chargeId } = adjustment;
  const metadata = { reason: 'adjustment', adjustmentId };
  const made = await makeRefund(ride, {
    key: `adjustment:${adjustmentId}`,
    sums: adjustment,
    metadata,
    ...(chargeId && { chargeId }),
  });
  const adjustments = ride.adjustments.map((each) => {
    if (each.id !== adjustmentId) return each;
    const { owedSince: _made, ...rest } = each;
    return rest;
  });
  const refund = { reason: 'adjustment' as const, ...made, adjustmentId, ...(chargeId && { chargeId }) };
  await recordRefund(ride, refund, { adjustments });
}

/**
 * Records that a refund failed at Stripe after it was accepted. Ignores refunds unknown to the ride, which
 * were made at Stripe directly. Idempotent.
 *
 * @throws AppError RIDE_CHANGED when it changes again and again, so that the job is retried
 */
export async function recordFailedRefund(rideId: string, refundId: string, failure: string): Promise<void> {
  await changeWithRetry(rideId, async (ride) => {
    const failed = ride.refunds.find((refund) => refund.refundId === refundId && !refund.failure);
    if (!failed) return ride;
    return transitionRide({
      rideId,
      change: 'refund_failed',
      by: WORKER,
      guard: { version: ride.version },
      patch: {
        refunds: ride.refunds.map((refund) => (refund === failed ? { ...refund, failure } : refund)),
      },
      audit: auditOf(rideId, 'refund failed', failed),
    });
  });
}

/** The audit log entry about a refund; none about a refund of nothing, which moves no money. */
function auditOf(
  rideId: string,
  action: 'refund made' | 'refund failed',
  { reason, amountCents, giftCardCents }: RideRefund,
): OwedEvent | false {
  const after = { for: reason, amountCents, giftCardCents };
  return amountCents + giftCardCents > 0 && { action, subject: rideSubject(rideId), after };
}

/**
 * Prepares a refund: releases what a ride that was paid too late still holds.
 *
 * @returns the sums owed, which may be nothing; null when there is nothing to do
 */
async function prepareRefund(ride: RideRecord, reason: RefundReason): Promise<Sums | null> {
  const isCancelled = ride.status === 'cancelled';
  switch (reason) {
    case 'paid-too-late':
      return prepareLateRefund(ride);
    case 'completed-for-less':
      return refundOwedByOutcome(ride, reason);
    case 'not-accepted':
      return isCancelled && isSettled(ride) ? refundOwedByOutcome(ride, reason) : null;
    case 'cancelled':
      return isCancelled && ride.refundOwed?.reason === reason ? refundOwedByOutcome(ride, reason) : null;
  }
}

/**
 * The card gets back all it was charged, split over the rides of the order. The gift card was refunded when
 * the ride was cancelled.
 */
async function prepareLateRefund(ride: RideRecord): Promise<Sums | null> {
  if (ride.paymentStatus !== 'expired' || !ride.paymentIntentId) return null;
  await releaseHoldsOf(ride);
  const order = await findOrder(ride);
  // Must run while `refundOwed` still marks the late payment, because `syncReturnRide` checks it.
  await syncReturnRide(order);
  const { receivedCents } = await readPayment(ride.paymentIntentId);
  if (receivedCents === 0) return null;
  return { ...NOTHING, toCardCents: shareOfLate(order, ride, receivedCents) };
}

/** Mails the rider of a ride that found no driver, and releases the promo code. */
async function followUpNotAccepted({ id: rideId, promoCodeId: promoId }: RideRecord): Promise<void> {
  await enqueueEmail('ride-not-accepted', rideId);
  if (promoId) await releasePromo({ promoId, rideId });
}

/** Mails the rider of a cancelled ride and, when no fee was kept, releases the promo code. */
async function followUpCancellation({ id: rideId, promoCodeId, cancellation }: RideRecord): Promise<void> {
  await enqueueEmail('ride-cancelled', rideId);
  if (promoCodeId && !cancellation?.feeCents) await releasePromo({ promoId: promoCodeId, rideId });
}

/**
 * A refund of nothing is recorded only if it makes the ride `refunded`: no driver accepted it, or it has no
 * share of a late payment.
 */
const hasNothingToRecord = ({ paymentStatus }: RideRecord, reason: RefundReason): boolean =>
  paymentStatus === 'on_account' || (reason !== 'not-accepted' && reason !== 'paid-too-late');

async function closeWithoutRefund(rideId: string, reason: RefundReason): Promise<void> {
  await RideModel.updateOne({ _id: rideId, 'refundOwed.reason': reason }, { $set: { refundOwed: null } });
}

interface NewRefund {
  /** The idempotency key for the gift card ledger and Stripe. */
  key: RefundReason | `adjustment:${string}`;
  sums: Sums;
  metadata: Record<string, string>;
  /** The charge whose payment is refunded; by default the ride's own payment. */
  chargeId?: string;
}

type Made = { amountCents: number; giftCardCents: number } & RefundReply;

/**
 * Makes a refund to gift card and card.
 *
 * @returns the sums with Stripe's reply; `refundId` is null when no card was involved
 */
async function makeRefund(ride: RideRecord, { key, sums, metadata, chargeId }: NewRefund): Promise<Made> {
  const { id: rideId, giftCardId, charges } = ride;
  const { paymentIntentId } = charges.find(({ id }) => id === chargeId) ?? ride;
  const { toCardCents, toGiftCardCents } = sums;
  if (giftCardId && toGiftCardCents > 0) {
    await refundGiftCard({ giftCardId, rideId, amountCents: toGiftCardCents, reason: key });
  }
  const made = { amountCents: toCardCents, giftCardCents: toGiftCardCents };
  if (!paymentIntentId || toCardCents === 0) return { ...made, refundId: null };
  const reply = await refundPayment({
    paymentIntentId,
    amountCents: toCardCents,
    metadata: { rideId, ...metadata },
    idempotencyKey: `refund:${rideId}:${key}`,
  });
  if (reply.failure) {
    await notifyOperations(
      {
        key: failedRefundKey(reply.refundId, `${rideId} ${key}`),
        kind: 'refund-failed',
        paidFor: { kind: 'ride', id: rideId },
        amountCents: toCardCents,
        reason: reply.failure,
      },
      { describePayer: describeRider, recordAlert: recordOnRide },
    );
  }
  return { ...made, ...reply };
}

/**
 * Records a refund on the ride. One that Stripe accepted and that has failed since is recorded as made, then
 * as failed, so that each accepted refund has its `refunded` line in the history.
 *
 * @throws Error when the ride changed meanwhile
 */
async function recordRefund(
  ride: RideRecord,
  { failure, ...made }: RideRefund,
  patch: Partial<Pick<RideRecord, 'adjustments' | 'refundOwed'>>,
): Promise<void> {
  const isRefused = failure !== undefined && made.refundId === null;
  const refund = { ...made, ...(isRefused && { failure }) };
  const after = { ...ride, ...patch, refunds: [...ride.refunds, refund] };
  const refunded = await transitionRide({
    rideId: ride.id,
    change: isRefused ? 'refund_failed' : 'refunded',
    by: WORKER,
    ...(isRefused && { details: { isRefused } }),
    guard: { version: ride.version },
    patch: {
      refunds: after.refunds,
      ...('refundOwed' in patch && { refundOwed: null }),
      ...(patch.adjustments && { adjustments: storedAdjustments(patch.adjustments) }),
      ...(isFullyRefunded(after) && { paymentStatus: 'refunded' }),
    },
    audit: auditOf(ride.id, isRefused ? 'refund failed' : 'refund made', refund),
  });
  if (!refunded) throw new Error(`ride ${ride.id} changed while it was refunded`);
  if (failure && made.refundId) await recordFailedRefund(ride.id, made.refundId, failure);
}

/** Converts adjustments to their stored form. */
export const storedAdjustments = (adjustments: RideRecord['adjustments']): RideDoc['adjustments'] =>
  adjustments.map(({ at, owedSince, ...rest }) => ({
    ...rest,
    at: new Date(at),
    ...(owedSince && { owedSince: new Date(owedSince) }),
  }));

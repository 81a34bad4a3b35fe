import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { feeForCancelling, freeUntil } from '#common/rides/cancellation.ts';
import {
  type CancellationSums,
  type CancelledBy,
  NOTHING,
  type Sums,
  totalOf,
} from '#common/rides/ride-money.ts';
import type { CancellationQuote } from '#common/rides/ride-money-api.ts';
import { SETTLED } from '#common/rides/ride-states.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import { tryEnqueue } from '../../infra/queues.ts';
import { enqueueEmail } from '../../mail/email-outbox.ts';
import { cancelPayment } from '../../payments/stripe-payments.ts';
import { givePlaceBack } from '../booking/ride-place.ts';
import { closeChargeCheckout } from '../charges/charge-checkouts.ts';
import { paidChargesCents, settleChargesOfCancelled } from '../charges/charges.ts';
import { cancelRide } from '../dispatch/cancel-ride.ts';
import { changedRefusal, requireVersion } from '../dispatch/changed-refusal.ts';
import { keepOf, refundable } from '../payment/refundable.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';

interface StaffCancellation {
  rideId: string;
  /** The version and the sums that were on screen. */
  version: number;
  expected: CancellationSums;
  by: CancelledBy;
  reason: string;
  actor: AuditActor;
}

/**
 * Staff cancel a requested or accepted ride. What goes back is owed from the same statement on; a ride that is not paid
 * yet gives its holds back at once.
 *
 * @throws AppError RIDE_STATE_CONFLICT once it is under way or over, RIDE_CHANGED when somebody was first, FEE_CHANGED
 */
export async function cancelByStaff(cancellation: StaffCancellation): Promise<RideRecord> {
  const { rideId, version, by, expected, actor } = cancellation;
  const ride = await findRide(rideId);
  requireVersion(ride, version);
  const sums = cancellationSums(ride, new Date(), by);
  if (!isSame(sums, expected)) {
    throw new AppError('FEE_CHANGED', 'The sums changed a moment ago. Please look again.');
  }
  const isSettled = SETTLED.includes(ride.paymentStatus);
  const cancelled = isSettled
    ? await cancelSettled(ride, cancellation, sums)
    : await cancelUnpaid(ride, cancellation);
  if (!cancelled) throw changedRefusal(await findRide(rideId));

  await recordAudit({
    actor,
    action: 'ride cancelled',
    subject: { kind: 'ride', id: rideId, name: ride.customerName },
    before: { status: ride.status, paymentStatus: ride.paymentStatus, ...refundable(ride) },
    after: { status: 'cancelled', by, reason: cancellation.reason, ...sums },
  });
  return cancelled;
}

/** What cancelling a ride would come to at an instant. @throws AppError RIDE_STATE_CONFLICT, NOT_FOUND */
export async function quoteCancellation(rideId: string, by: CancelledBy): Promise<CancellationQuote> {
  const ride = await findRide(rideId);
  const now = new Date();
  const sums = cancellationSums(ride, now, by);
  const until = freeUntil(ride);
  const willCost = by === 'rider' && SETTLED.includes(ride.paymentStatus) && until > now;
  return { by, ...sums, freeUntil: willCost ? until.toISOString() : null };
}

/**
 * What cancelling a ride at an instant keeps and gives back, what was paid for further charges included; nothing of one
 * that is not paid.
 *
 * @throws AppError RIDE_STATE_CONFLICT
 */
export function cancellationSums(ride: RideRecord, at: Date, by: CancelledBy): CancellationSums {
  if (ride.status !== 'requested' && ride.status !== 'accepted') {
    throw new AppError('RIDE_STATE_CONFLICT', 'Only a ride that has not begun can be cancelled.');
  }
  if (!SETTLED.includes(ride.paymentStatus)) return { feeCents: 0, ...NOTHING };
  const feeCents = feeForCancelling({ ...ride, refundableCents: totalOf(refundable(ride)) }, at, by);
  const { toCardCents, toGiftCardCents } = fareGivenBack(ride, feeCents);
  return { feeCents, toCardCents: toCardCents + paidChargesCents(ride), toGiftCardCents };
}

const fareGivenBack = (ride: RideRecord, feeCents: number): Sums => keepOf(refundable(ride), feeCents);

const isSame = (one: CancellationSums, other: CancellationSums): boolean =>
  one.feeCents === other.feeCents &&
  one.toCardCents === other.toCardCents &&
  one.toGiftCardCents === other.toGiftCardCents;

async function cancelSettled(
  ride: RideRecord,
  { version, by, reason, actor }: StaffCancellation,
  { feeCents }: CancellationSums,
): Promise<RideRecord | null> {
  const now = new Date();
  const cancelled = await transitionRide({
    rideId: ride.id,
    change: 'cancelled',
    by: actor,
    text: reason,
    guard: { version },
    patch: {
      status: 'cancelled',
      cancellation: { by, feeCents, reason },
      charges: settleChargesOfCancelled(ride.charges, now),
      refundOwed: { reason: 'cancelled', since: now, sums: fareGivenBack(ride, feeCents) },
    },
  });
  if (!cancelled) return null;
  await givePlaceBack(cancelled);
  await tryEnqueue('refund-ride', { rideId: ride.id, reason: 'cancelled' });
  for (const { id: chargeId, status, owedSince } of cancelled.charges) {
    if (owedSince) await tryEnqueue('refund-charge', { chargeId });
    // Paid all the same, it is given back.
    if (status === 'void') await closeChargeCheckout(chargeId).catch(() => {});
  }
  return cancelled;
}

/**
 * Cancels a ride that is not settled, so that its payment cannot be made any more; one that comes in all the same is
 * refunded as any that is too late, and so is what a flagged ride was paid.
 */
async function cancelUnpaid(
  ride: RideRecord,
  { version, by, reason, actor }: StaffCancellation,
): Promise<RideRecord | null> {
  await requireUnpaid(ride);
  const isFlagged = ride.paymentStatus === 'flagged';
  const cancelled = await cancelRide(ride.id, {
    by: actor,
    text: reason,
    guard: { version, paymentStatus: { $in: ['pending', 'flagged'] } },
    patch: {
      cancellation: { by, feeCents: 0, reason },
      ...(isFlagged && { refundOwed: { reason: 'paid-too-late', since: new Date() } }),
    },
  });
  if (!cancelled) return null;
  if (isFlagged) await tryEnqueue('refund-ride', { rideId: ride.id, reason: 'paid-too-late' });
  await enqueueEmail('ride-cancelled', ride.id);
  return cancelled;
}

/** @throws AppError RIDE_CHANGED when it has just been paid, which is then confirmed */
async function requireUnpaid({ id: rideId, paymentStatus, paymentIntentId, charges }: RideRecord) {
  if (paymentStatus === 'flagged') return;
  const paidJustNow = new AppError('RIDE_CHANGED', 'This ride was paid a moment ago. Please look again.');
  if (paymentIntentId && (await cancelPayment(paymentIntentId)).isPaid) {
    await tryEnqueue('confirm-payment', { rideId });
    throw paidJustNow;
  }
  for (const { id: chargeId, status } of charges) {
    if (status !== 'open' || !(await closeChargeCheckout(chargeId))?.isPaid) continue;
    await tryEnqueue('confirm-charge', { chargeId });
    throw paidJustNow;
  }
}

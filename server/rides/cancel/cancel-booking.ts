import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import {
  cancellationFees,
  feeBaseCents,
  feeForCancelling,
  freeUntil,
  noShowFrom,
} from '#common/rides/cancellation.ts';
import { type CancellationSums, type CancelledBy, NOTHING, type Sums } from '#common/rides/ride-money.ts';
import type { CancellationQuote } from '#common/rides/ride-money-api.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import { SETTLED, wasSettled } from '#common/rides/ride-states.ts';
import { isStaffRole } from '#common/users/user.ts';
import type { OwedEvent } from '../../audit-log/record-audit.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { tryEnqueue } from '../../infra/queues.ts';
import { enqueueEmail } from '../../mail/email-outbox.ts';
import { askingFailure, cancelPayment } from '../../payments/stripe-payments.ts';
import { giveEditPlaceBack, givePlaceBack } from '../booking/ride-place.ts';
import { closeChargeCheckout } from '../charges/charge-checkouts.ts';
import {
  paidChargesCents,
  partsGivenBack,
  settleChargesOfCancelled,
  storedCharges,
} from '../charges/charges.ts';
import { followLead } from '../order/follow-lead.ts';
import { findOrder, ridesOf } from '../order/ride-order.ts';
import { storedAdjustments } from '../payment/refund-ride.ts';
import { keepOf, refundable } from '../payment/refundable.ts';
import { isAllBack, keptOfCharges, leftOfRide, owedNow } from '../payment/take-back.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';
import { cancelUnpaidRide } from './cancel-unpaid-ride.ts';

interface Cancelling {
  /** Who cancels or caused it, and the reason as typed. */
  by: CancelledBy;
  reason: string;
  actor: AuditActor;
  /** What it comes to, by `cancellationSums`. */
  sums: CancellationSums;
}

/**
 * Cancels a requested or accepted ride, as it was read. What goes back is owed from the same statement on; a ride that is
 * not paid yet gives its holds back at once.
 *
 * @returns the ride, or null when it changed since it was read
 * @throws AppError RIDE_CHANGED when it was paid just now, PAYMENT_PROVIDER when Stripe cannot say
 */
export async function cancelBooking(ride: RideRecord, cancelling: Cancelling): Promise<RideRecord | null> {
  const isSettled = SETTLED.includes(ride.paymentStatus);
  return isSettled ? cancelSettled(ride, cancelling) : cancelUnpaidOrder(ride, cancelling);
}

/** For the audit log, which has no line of its own of what riders and drivers do. */
const auditOf = (ride: RideRecord, { actor, by, reason, sums }: Cancelling): OwedEvent | false =>
  isStaffRole(actor.role) && {
    action: 'ride cancelled',
    subject: rideSubject(ride.id),
    before: { status: ride.status, paymentStatus: ride.paymentStatus, ...refundable(ride) },
    after: { status: 'cancelled', by, reason, ...sums },
  };

/**
 * What cancelling a ride at an instant keeps and gives back, what was paid for further charges included; nothing of one
 * that is not paid. The fee is kept of the booking's payment, and of what edits were paid where that does not cover it.
 *
 * @throws AppError RIDE_STATE_CONFLICT
 */
export function cancellationSums(ride: RideRecord, at: Date, by: CancelledBy): CancellationSums {
  if (ride.status !== 'requested' && ride.status !== 'accepted') {
    throw new AppError('RIDE_STATE_CONFLICT', 'Only a ride that has not begun can be cancelled.');
  }
  if (!SETTLED.includes(ride.paymentStatus)) return { feeCents: 0, ...NOTHING };
  const feeCents = feeForCancelling({ ...ride, refundableCents: leftOfRide(ride) }, at, by);
  const { toCardCents, toGiftCardCents } = fareGivenBack(ride, feeCents);
  const ofCharges = [...keptOfCharges(ride, feeCents).values()];
  const keptCents = ofCharges.reduce((sum, cents) => sum + cents, 0);
  return { feeCents, toCardCents: toCardCents + paidChargesCents(ride) - keptCents, toGiftCardCents };
}

/** What cancelling a ride would come to now. @throws AppError RIDE_STATE_CONFLICT once it has begun */
export function quoteCancellation(ride: RideRecord, by: CancelledBy): CancellationQuote {
  const now = databaseClock.now();
  const until = freeUntil(ride);
  const willCost = by === 'rider' && SETTLED.includes(ride.paymentStatus) && until > now;
  return {
    ...cancellationSums(ride, now, by),
    freeUntil: willCost ? until.toISOString() : null,
    fees: cancellationFees(feeBaseCents(ride)),
    noShowFrom: noShowFrom(ride)?.toISOString() ?? null,
  };
}

const fareGivenBack = (ride: RideRecord, feeCents: number): Sums => keepOf(refundable(ride), feeCents);

async function cancelSettled(ride: RideRecord, cancelling: Cancelling): Promise<RideRecord | null> {
  const { by, reason, actor, sums } = cancelling;
  const { feeCents } = sums;
  const now = databaseClock.now();
  const kept = keptOfCharges(ride, feeCents);
  const refunds = owedNow(partsGivenBack(ride, kept), {
    reason: 'The ride was cancelled.',
    by: 'Marquee',
    cause: 'cancellation',
  });
  const status = 'cancelled' as const;
  const charges = settleChargesOfCancelled(ride.charges, now, kept);
  const adjustments = [...ride.adjustments, ...refunds];
  const refundOwed = { reason: status, since: now.toISOString(), sums: fareGivenBack(ride, feeCents) };
  const cancelled = await transitionRide({
    rideId: ride.id,
    change: 'cancelled',
    by: actor,
    ...(reason && { text: reason }),
    guard: { version: ride.version },
    patch: {
      status,
      cancellation: { by, feeCents, reason },
      charges: storedCharges(charges),
      ...(refunds.length > 0 && { adjustments: storedAdjustments(adjustments) }),
      pendingEdit: null,
      refundOwed: { ...refundOwed, since: now },
      // Staff may have given all of it back before.
      ...(isAllBack({ ...ride, status, charges, adjustments, refundOwed }) && { paymentStatus: 'refunded' }),
    },
    audit: auditOf(ride, cancelling),
  });
  if (!cancelled) return null;
  await givePlaceBack(cancelled);
  await giveEditPlaceBack(ride);
  await followUpCharges(cancelled);
  return cancelled;
}

/** What is open of the charges of a cancelled ride can be paid no more. */
export async function followUpCharges(cancelled: RideRecord): Promise<void> {
  for (const { id: chargeId, status } of cancelled.charges) {
    // Paid all the same, it is given back.
    if (status === 'void') await closeChargeCheckout(chargeId).catch(() => {});
  }
}

/**
 * Cancels a ride that is not settled, and its return trip with it, so that their payment cannot be made any more; one that
 * comes in all the same is refunded as any that is too late, and so is what a flagged ride was paid.
 */
async function cancelUnpaidOrder(ride: RideRecord, cancelling: Cancelling): Promise<RideRecord | null> {
  const { by, reason, actor } = cancelling;
  const order = await findOrder(ride);
  const { lead } = order;
  // A return trip that was not settled with its first ride yet.
  if (wasSettled(lead)) await followLead(order);
  const isUndecided = await requireUnpaid(lead);
  const isFlagged = lead.paymentStatus === 'flagged';
  const cancelled = await cancelUnpaidRide(lead.id, {
    by: actor,
    ...(reason && { text: reason }),
    // Its payment has ended: another change in the same moment, such as a note, must not leave it waiting for one.
    guard: { paymentStatus: lead.paymentStatus },
    patch: {
      cancellation: { by, feeCents: 0, reason },
      ...(isFlagged && { refundOwed: { reason: 'paid-too-late', since: databaseClock.now() } }),
      ...(isUndecided && { undecidedPaymentSince: databaseClock.now() }),
    },
    audit: auditOf(ride, cancelling),
  });
  await followLead(order);
  if (!cancelled) return null;
  // Who gives up what they have not paid knows it.
  if (isFlagged || by !== 'rider' || actor.role !== 'rider') {
    for (const { id } of ridesOf(order)) await enqueueEmail('ride-cancelled', id);
  }
  return lead.id === ride.id ? cancelled : findRide(ride.id);
}

/**
 * @returns whether a bank still decides on its payment, so that Stripe does not cancel that
 * @throws AppError RIDE_CHANGED when it has just been paid, which is then confirmed; PAYMENT_PROVIDER
 */
async function requireUnpaid(ride: RideRecord): Promise<boolean> {
  const { id: rideId, paymentStatus, paymentIntentId, charges } = ride;
  if (paymentStatus === 'flagged') return false;
  if (wasSettled(ride)) throw paidJustNow();
  const payment = paymentIntentId ? await cancelPayment(paymentIntentId).catch(failAsking) : null;
  if (payment?.isPaid) {
    await tryEnqueue('confirm-payment', { rideId });
    throw paidJustNow();
  }
  for (const { id: chargeId, status } of charges) {
    if (status !== 'open' || !(await closeChargeCheckout(chargeId).catch(failAsking))?.isPaid) continue;
    await tryEnqueue('confirm-charge', { chargeId });
    throw paidJustNow();
  }
  return payment !== null && !payment.isCancelled;
}

/** Says that a ride cannot be given up as unpaid. */
export const paidJustNow = (): AppError =>
  new AppError('RIDE_CHANGED', 'This ride was paid a moment ago. Please look again.');

const failAsking = (cause: unknown): never => {
  throw askingFailure(cause);
};

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
import { cancelPayment, paymentStatusError } from '../../payments/stripe-payments.ts';
import { releaseEditPlace, releaseRidePlace } from '../booking/ride-place.ts';
import { closeChargeCheckout } from '../charges/charge-checkouts.ts';
import {
  paidChargesCents,
  partialRefunds,
  settleChargesOfCancelled,
  storedCharges,
} from '../charges/charges.ts';
import { findOrder, ridesOf } from '../order/ride-order.ts';
import { syncReturnRide } from '../order/sync-return-ride.ts';
import { storedAdjustments } from '../payment/refund-ride.ts';
import { refundAfterKeeping, refundable } from '../payment/refundable.ts';
import {
  isFullyRefunded,
  keptCentsOfCharges,
  owedNow,
  refundableCentsOfRide,
} from '../payment/split-refund.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';
import { cancelUnpaidRide } from './cancel-unpaid-ride.ts';

interface Cancelling {
  /** Who cancels or caused the cancellation, and the reason as typed. */
  by: CancelledBy;
  reason: string;
  actor: AuditActor;
  /** The fee and refunds, from `cancellationSums`. */
  sums: CancellationSums;
}

/**
 * Cancels a requested or accepted ride as it was read. The refund is owed from the same statement on; an
 * unpaid ride releases its holds at once.
 *
 * @returns the ride, or null when it changed since it was read
 * @throws AppError RIDE_CHANGED when it was just paid; PAYMENT_PROVIDER when Stripe does not answer
 */
export async function cancelBooking(ride: RideRecord, cancelling: Cancelling): Promise<RideRecord | null> {
  const isSettled = SETTLED.includes(ride.paymentStatus);
  return isSettled ? cancelSettled(ride, cancelling) : cancelUnpaidOrder(ride, cancelling);
}

/** The audit entry for a cancellation by staff; riders and drivers get none. */
const auditOf = (ride: RideRecord, { actor, by, reason, sums }: Cancelling): OwedEvent | false =>
  isStaffRole(actor.role) && {
    action: 'ride cancelled',
    subject: rideSubject(ride.id),
    before: { status: ride.status, paymentStatus: ride.paymentStatus, ...refundable(ride) },
    after: { status: 'cancelled', by, reason, ...sums },
  };

/**
 * Calculates the fee and refunds of cancelling a ride at an instant, including paid further charges. All zero
 * for an unpaid ride. The fee is kept from the booking's payment first, then from payments for edits.
 */
export function cancellationSums(ride: RideRecord, at: Date, by: CancelledBy): CancellationSums {
  if (ride.status !== 'requested' && ride.status !== 'accepted') {
    throw new AppError('RIDE_STATE_CONFLICT', 'Only a ride that has not begun can be cancelled.');
  }
  if (!SETTLED.includes(ride.paymentStatus)) return { feeCents: 0, ...NOTHING };
  const feeCents = feeForCancelling({ ...ride, refundableCents: refundableCentsOfRide(ride) }, at, by);
  const { toCardCents, toGiftCardCents } = fareGivenBack(ride, feeCents);
  const ofCharges = [...keptCentsOfCharges(ride, feeCents).values()];
  const keptCents = ofCharges.reduce((sum, cents) => sum + cents, 0);
  return { feeCents, toCardCents: toCardCents + paidChargesCents(ride) - keptCents, toGiftCardCents };
}

/**
 * Quotes the cancellation of a ride at this moment.
 *
 * @throws AppError RIDE_STATE_CONFLICT once it has begun
 */
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

const fareGivenBack = (ride: RideRecord, feeCents: number): Sums =>
  refundAfterKeeping(refundable(ride), feeCents);

async function cancelSettled(ride: RideRecord, cancelling: Cancelling): Promise<RideRecord | null> {
  const { by, reason, actor, sums } = cancelling;
  const { feeCents } = sums;
  const now = databaseClock.now();
  const kept = keptCentsOfCharges(ride, feeCents);
  const refunds = owedNow(partialRefunds(ride, kept), {
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
      // Nothing is left to refund when staff have already refunded everything.
      ...(isFullyRefunded({ ...ride, status, charges, adjustments, refundOwed }) && {
        paymentStatus: 'refunded',
      }),
    },
    audit: auditOf(ride, cancelling),
  });
  if (!cancelled) return null;
  await releaseRidePlace(cancelled);
  await releaseEditPlace(ride);
  await followUpCharges(cancelled);
  return cancelled;
}

/** Closes the checkouts of a cancelled ride's void charges, so that they can no longer be paid. */
export async function followUpCharges(cancelled: RideRecord): Promise<void> {
  for (const { id: chargeId, status } of cancelled.charges) {
    // Best effort: a payment that is made anyway is refunded.
    if (status === 'void') await closeChargeCheckout(chargeId).catch(() => {});
  }
}

/**
 * Cancels an unsettled ride together with the other leg of its return trip, and closes their payment. A
 * payment that arrives anyway is refunded as too late; so is what was paid for a flagged ride.
 */
async function cancelUnpaidOrder(ride: RideRecord, cancelling: Cancelling): Promise<RideRecord | null> {
  const { by, reason, actor } = cancelling;
  const order = await findOrder(ride);
  const { lead } = order;
  // Settles a return ride that has not followed its settled first ride yet.
  if (wasSettled(lead)) await syncReturnRide(order);
  const isUndecided = await requireUnpaid(lead);
  const isFlagged = lead.paymentStatus === 'flagged';
  const cancelled = await cancelUnpaidRide(lead.id, {
    by: actor,
    ...(reason && { text: reason }),
    // Guarded by payment status, not version: the payment is already closed, so a concurrent change such as a
    // note must not leave the ride waiting for it.
    guard: { paymentStatus: lead.paymentStatus },
    patch: {
      cancellation: { by, feeCents: 0, reason },
      ...(isFlagged && { refundOwed: { reason: 'paid-too-late', since: databaseClock.now() } }),
      ...(isUndecided && { undecidedPaymentSince: databaseClock.now() }),
    },
    audit: auditOf(ride, cancelling),
  });
  await syncReturnRide(order);
  if (!cancelled) return null;
  // No mail to riders who cancel their own unpaid ride.
  if (isFlagged || by !== 'rider' || actor.role !== 'rider') {
    for (const { id } of ridesOf(order)) await enqueueEmail('ride-cancelled', id);
  }
  return lead.id === ride.id ? cancelled : findRide(ride.id);
}

/**
 * Closes the open payments of an unsettled ride.
 *
 * @returns whether the bank is still processing its payment, which Stripe therefore does not cancel
 * @throws AppError RIDE_CHANGED when it has just been paid (the payment is then confirmed); PAYMENT_PROVIDER
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

/** The refusal to cancel a ride as unpaid that was just paid. */
export const paidJustNow = (): AppError =>
  new AppError('RIDE_CHANGED', 'This ride was paid a moment ago. Please look again.');

const failAsking = (cause: unknown): never => {
  throw paymentStatusError(cause);
};

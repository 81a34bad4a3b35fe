import type { ConfirmOutcome } from '#common/jobs.ts';
import { formatCents } from '#common/money.ts';
import { type Charge, isEditCharge } from '#common/rides/ride-money.ts';
import { openAlert } from '../../alerts/alerts.ts';
import { WORKER } from '../../audit-log/record-audit.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { logger } from '../../infra/logger.ts';
import { moneyAlert } from '../../money-difference.ts';
import { isPaymentFor, type Payment, readPayment } from '../../payments/stripe-payments.ts';
import { readStripeRecord } from '../../payments/stripe-records.ts';
import { applyEdit } from '../edit/apply-edit.ts';
import { canApplyPendingEdit } from '../edit/extend-ride.ts';
import { releaseVehicleTimeOfEdit } from '../edit/reserve-edited-time.ts';
import {
  flaggedOutcome,
  flagPayment,
  knownOutcome,
  refundLatePayment,
  SETTLEABLE,
  settleRide,
} from '../payment/payment-outcomes.ts';
import { RideModel, type RideRecord } from '../ride-model.ts';
import { transitionRide } from '../transition-ride.ts';
import { cancelChecks, closeChargeCheckout, readChargeCheckout, scheduleCheck } from './charge-checkouts.ts';
import { findCharge, markRefundOwed, type RideCharge, withCharge } from './charges.ts';
import { unrecordedPayment } from './find-charge-differences.ts';
import type { OpenedCheckout } from './opened-checkout.ts';

/**
 * Reads from Stripe whether a charge is paid, and settles it. The fare of a ride booked by phone makes the
 * ride an offer; a further charge is recorded and its edit or extension applied. A payment for a withdrawn
 * charge or a cancelled ride is refunded. Trusts only Stripe: amount, currency, charge and rider of the
 * payment must match. A mismatch leaves a further charge as it is and alerts operations, like
 * `reconcileMoney`; a mismatching fare flags its ride and is checked until it is resolved. Once operations
 * have refunded such a payment in full at Stripe, the charge counts as unpaid again. Idempotent.
 *
 * @throws Error when the ride changed meanwhile, so that the job is retried; AppError NOT_FOUND
 */
export async function confirmCharge(chargeId: string): Promise<ConfirmOutcome> {
  const found = await findCharge(chargeId);
  const known = outcomeOf(found);
  if (known) {
    await cancelChecks(chargeId);
    return known;
  }
  const isFare = found.charge.kind === 'booking';
  if (isFare) await unflagRefunded(found.ride);
  const checkout = await readChargeCheckout(chargeId);
  const outcome = await outcomeAt(found, checkout);
  const isFlagged = isFare && (outcome === 'flagged' || outcome === 'missing-rider');
  if (outcome && !isFlagged) {
    await cancelChecks(chargeId, checkout);
    return outcome;
  }
  if (found.charge.status === 'void') await closeChargeCheckout(chargeId);
  await scheduleCheck(chargeId);
  return outcome ?? (checkout?.isProcessing ? 'processing' : 'unpaid');
}

/** Returns a flagged ride to `pending` once the payment that flagged it was refunded in full. */
async function unflagRefunded({ id: rideId, paymentStatus, paymentIntentId }: RideRecord): Promise<void> {
  if (paymentStatus !== 'flagged' || !paymentIntentId) return;
  if (!(await readPayment(paymentIntentId)).isFullyRefunded) return;
  await transitionRide({
    rideId,
    change: 'adjusted',
    by: WORKER,
    text: 'What was paid went back at Stripe; the fare can be paid again.',
    guard: { status: 'requested', paymentStatus: 'flagged', paymentIntentId },
    patch: { paymentStatus: 'pending', paymentIntentId: null },
  });
}

/** Settles a paid checkout. @returns null while it can still be paid or the bank is still processing it */
async function outcomeAt(found: RideCharge, checkout: OpenedCheckout | null): Promise<ConfirmOutcome | null> {
  if (!checkout || checkout.isExpired) return 'unpaid';
  if (!checkout.isPaid || !checkout.paymentIntentId) return null;
  return settle(found, await readPayment(checkout.paymentIntentId));
}

function outcomeOf({ ride, charge }: RideCharge): ConfirmOutcome | null {
  if (charge.paymentIntentId) return charge.status === 'paid' ? 'settled' : 'refunding';
  return charge.kind === 'booking' && ride.paymentIntentId ? knownOutcome(ride) : null;
}

async function settle(found: RideCharge, payment: Payment): Promise<ConfirmOutcome> {
  const { ride, charge } = found;
  const metadata = { chargeId: charge.id, riderId: ride.riderId };
  const isMatch = isPaymentFor(payment, { dueCents: charge.amountCents, metadata });
  if (charge.kind === 'booking') return isMatch ? settleFare(found, payment) : flagFare(ride, payment);
  if (isMatch) return settleFurther(found, payment);
  logger.error(
    { rideId: ride.id, chargeId: charge.id, paymentIntentId: payment.id },
    'payment does not match charge',
  );
  const differences = unrecordedPayment(await readStripeRecord(payment.id), charge.id);
  for (const difference of differences) await openAlert(moneyAlert(difference));
  return 'flagged';
}

/** Flags and logs only the first time, because flagged fares are checked repeatedly. */
function flagFare(ride: RideRecord, payment: Payment): ConfirmOutcome | Promise<ConfirmOutcome> {
  const isKnown = ride.paymentStatus === 'flagged' && ride.paymentIntentId === payment.id;
  return isKnown ? flaggedOutcome(payment) : flagPayment(ride, payment);
}

const paidBy = (charge: Charge, payment: Payment): Charge => ({
  ...charge,
  status: 'paid',
  paymentIntentId: payment.id,
  paidAt: databaseClock.now().toISOString(),
  ...(payment.card && { card: payment.card }),
});

async function settleFare({ ride, charge }: RideCharge, payment: Payment): Promise<ConfirmOutcome> {
  const settled = await settleRide(ride.id, {
    guard: SETTLEABLE,
    patch: {
      paymentStatus: 'paid',
      payment: payment.card,
      paymentIntentId: payment.id,
      ...(payment.chargedAt && { paidAt: payment.chargedAt }),
      charges: withCharge(ride, paidBy(charge, payment)),
    },
  });
  if (settled) return 'settled';
  const known = knownOutcome((await findCharge(charge.id)).ride);
  if (known) return known;
  await RideModel.updateOne(
    { _id: ride.id, paymentStatus: 'expired', paymentIntentId: null },
    { $set: { paymentIntentId: payment.id } },
  );
  return refundLatePayment(ride.id);
}

/** Settles a further charge. Refunds it when the charge is void or what it was for is no longer possible. */
async function settleFurther(found: RideCharge, payment: Payment): Promise<ConfirmOutcome> {
  const { ride, charge } = found;
  const paid = paidBy(charge, payment);
  const isWanted = charge.status === 'open' && (!isEditCharge(charge) || (await canApplyPendingEdit(found)));
  const settled = isWanted ? await recordPaid(ride, paid) : await recordTooLate(ride, paid);
  if (!settled) throw new Error(`ride ${ride.id} changed while a charge of it was paid`);
  if (isWanted) return 'settled';
  if (ride.pendingEdit?.id === charge.id) await releaseVehicleTimeOfEdit(ride);
  return 'refunding';
}

/** Records the payment and applies the edit or extension it was for, in one statement. */
function recordPaid(ride: RideRecord, paid: Charge): Promise<RideRecord | null> {
  const { pendingEdit } = ride;
  if (isEditCharge(paid) && pendingEdit) {
    const change = paid.kind === 'extension' ? 'extended' : 'edited';
    return applyEdit(ride, pendingEdit, { change, by: WORKER, text: paid.reason ?? '', paid });
  }
  return transitionRide({
    rideId: ride.id,
    change: 'charge_paid',
    by: WORKER,
    guard: { version: ride.version },
    patch: { charges: withCharge(ride, paid) },
  });
}

const recordTooLate = (ride: RideRecord, paid: Charge): Promise<RideRecord | null> =>
  transitionRide({
    rideId: ride.id,
    change: 'adjusted',
    by: WORKER,
    text: `${formatCents(paid.amountCents)} paid too late, and owed back: ${paid.reason ?? 'a charge'}`,
    guard: { version: ride.version },
    patch: {
      charges: withCharge(ride, { ...markRefundOwed(paid, databaseClock.now()), isTooLate: true }),
      ...(ride.pendingEdit?.id === paid.id && { pendingEdit: null }),
    },
  });

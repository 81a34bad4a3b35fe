import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { CancellationSums, CancelledBy } from '#common/rides/ride-money.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import { isSettled } from '#common/rides/ride-states.ts';
import { isStaffRole } from '#common/users/user.ts';
import type { OwedEvent } from '../../audit-log/record-audit.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { releaseVehicleTime } from '../booking/reserve-vehicle-time.ts';
import { closeChargeCheckout } from '../charges/charge-checkouts.ts';
import { partialRefunds, settleChargesOfCancelled, storedCharges } from '../charges/charges.ts';
import { releaseVehicleTimeOfEdit } from '../edit/reserve-edited-time.ts';
import { storedAdjustments } from '../payment/refund-ride.ts';
import { refundable } from '../payment/refundable.ts';
import { isFullyRefunded, keptCentsOfCharges, owedNow } from '../payment/split-refund.ts';
import type { RideRecord } from '../ride-model.ts';
import { transitionRide } from '../transition-ride.ts';
import { cancelUnpaidOrder } from './cancel-unpaid-order.ts';
import { fareRefund } from './cancellation-sums.ts';

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
  const audit = auditOf(ride, cancelling);
  return isSettled(ride)
    ? cancelSettled(ride, { ...cancelling, audit })
    : cancelUnpaidOrder(ride, { ...cancelling, audit });
}

/** The audit entry for a cancellation by staff; riders and drivers get none. */
const auditOf = (ride: RideRecord, { actor, by, reason, sums }: Cancelling): OwedEvent | false =>
  isStaffRole(actor.role) && {
    action: 'ride cancelled',
    subject: rideSubject(ride.id),
    before: { status: ride.status, paymentStatus: ride.paymentStatus, ...refundable(ride) },
    after: { status: 'cancelled', by, reason, ...sums },
  };

async function cancelSettled(
  ride: RideRecord,
  { by, reason, actor, sums, audit }: Cancelling & { audit: OwedEvent | false },
): Promise<RideRecord | null> {
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
  const refundOwed = { reason: status, since: now.toISOString(), sums: fareRefund(ride, feeCents) };
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
    audit,
  });
  if (!cancelled) return null;
  await releaseVehicleTime(cancelled);
  await releaseVehicleTimeOfEdit(ride);
  await closeVoidCheckouts(cancelled);
  return cancelled;
}

/** Closes the checkouts of a cancelled ride's void charges, so that they can no longer be paid. */
export async function closeVoidCheckouts(cancelled: RideRecord): Promise<void> {
  for (const { id: chargeId, status } of cancelled.charges) {
    // Best effort: a payment that is made anyway is refunded.
    if (status === 'void') await closeChargeCheckout(chargeId).catch(() => {});
  }
}

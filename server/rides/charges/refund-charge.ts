import type { Charge } from '#common/rides/ride-money.ts';
import { WORKER } from '../../audit-log/record-audit.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { enqueueEmail } from '../../mail/email-outbox.ts';
import type { Payer } from '../../payments/payable.ts';
import { notifyOperations } from '../../payments/payment-alerts.ts';
import { failedRefundKey, type RefundReply, refundPayment } from '../../payments/stripe-refunds.ts';
import { describeRider, recordOnRide } from '../payment/ride-payer.ts';
import { isFullyRefunded, refundableCentsOfCharge } from '../payment/split-refund.ts';
import { transitionRide } from '../transition-ride.ts';
import { findCharge, storedCharges, withCharge } from './charges.ts';

/**
 * Refunds what is left of a charge's payment, once. If Stripe refuses for good, because the payment is
 * disputed, records the failure and notifies operations. Mails the rider if the charge was paid too late.
 * Idempotent.
 *
 * @throws Error when the ride changed meanwhile, so that the job is retried
 */
export async function refundCharge(chargeId: string): Promise<void> {
  const { ride, charge } = await findCharge(chargeId);
  const { owedSince, ...rest } = charge;
  if (!owedSince || !charge.paymentIntentId) return;
  if (charge.isTooLate) await enqueueEmail('charge-too-late', chargeId);

  const amountCents = refundableCentsOfCharge(ride, charge);
  const reply: RefundReply =
    amountCents === 0
      ? { refundId: null }
      : await refundPayment({
          paymentIntentId: charge.paymentIntentId,
          amountCents,
          metadata: { chargeId },
          idempotencyKey: `refund-charge:${chargeId}`,
        });
  if (reply.failure) {
    await notifyOperations(
      {
        key: failedRefundKey(reply.refundId, chargeId),
        kind: 'refund-failed',
        paidFor: { kind: 'charge', id: chargeId },
        amountCents,
        reason: reply.failure,
      },
      { describePayer: describeCharged, recordAlert: recordOnCharge },
    );
  }
  const made: Charge = {
    ...rest,
    ...reply,
    ...(!reply.failure && { refundedAt: databaseClock.now().toISOString() }),
  };
  const charges = ride.charges.map((each) => (each.id === chargeId ? made : each));
  const refunded = await transitionRide({
    rideId: ride.id,
    change: 'adjusted',
    by: WORKER,
    text: reply.failure ? `Refund of a charge failed: ${reply.failure}` : 'A charge was refunded.',
    guard: { version: ride.version },
    patch: {
      charges: storedCharges(charges),
      ...(isFullyRefunded({ ...ride, charges }) && { paymentStatus: 'refunded' }),
    },
  });
  if (!refunded) throw new Error(`ride ${ride.id} changed while a charge of it was refunded`);
}

/** Records that a charge's refund failed at Stripe after it was accepted. Idempotent. */
export async function recordFailedChargeRefund(
  chargeId: string,
  refundId: string,
  failure: string,
): Promise<void> {
  const { ride, charge } = await findCharge(chargeId);
  if (charge.refundId !== refundId || charge.failure) return;
  const failed = await transitionRide({
    rideId: ride.id,
    change: 'adjusted',
    by: WORKER,
    text: `Refund of a charge failed: ${failure}`,
    guard: { version: ride.version },
    patch: { charges: withCharge(ride, { ...charge, failure }) },
  });
  if (!failed) throw new Error(`ride ${ride.id} changed while the refund of a charge of it failed`);
}

/** Records on the ride, once, that operations got an alert about a charge's payment. */
export async function recordOnCharge(chargeId: string, alertKey: string): Promise<void> {
  const { ride } = await findCharge(chargeId);
  await recordOnRide(ride.id, alertKey);
}

/** Describes who pays a charge and what for. @throws AppError NOT_FOUND */
export async function describeCharged(chargeId: string): Promise<Payer> {
  const { ride, charge } = await findCharge(chargeId);
  const payer = await describeRider(ride.id);
  return { ...payer, rows: [...payer.rows, ['Charge', charge.reason ?? 'Fare']] };
}

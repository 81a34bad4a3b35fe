import type { RefundReason } from '#common/jobs.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { type Charge, MIN_CHARGE_CENTS, NOTHING, type Sums, totalOf } from '#common/rides/ride-money.ts';
import { formatWaitedMinutes, unusedCents } from '#common/rides/unused-payment.ts';
import { databaseClock, newObjectId } from '../../infra/database-clock.ts';
import { storedCharges } from '../charges/charges.ts';
import { storedAdjustments } from '../payment/refund-ride.ts';
import { owedNow, refundableCentsOfRide, splitRefund } from '../payment/split-refund.ts';
import type { RideDoc, RideRecord } from '../ride-model.ts';

const LESS: RefundReason = 'completed-for-less';

/**
 * Settles the money of a ride completed for a final fare. What was paid beyond it is owed back. Waiting costs
 * are deducted from that refund first; the rest becomes a charge for the rider. On account nothing is
 * refunded, so all of the waiting becomes a charge.
 *
 * @param charges the ride's charges before the waiting charge
 * @returns the fields to change; publishing that change enqueues the refunds and mails the payment link
 */
export function settleCompletion(
  ride: RideRecord,
  finalFareCents: Cents,
  charges: readonly Charge[] = ride.charges,
): Partial<RideDoc> {
  const { back, refunds, waitingCharge } = settle(ride, finalFareCents);
  return {
    charges: storedCharges(waitingCharge ? [...charges, waitingCharge] : charges),
    ...(refunds.length > 0 && { adjustments: storedAdjustments([...ride.adjustments, ...refunds]) }),
    ...(totalOf(back) > 0 && { refundOwed: { reason: LESS, since: databaseClock.now(), sums: back } }),
  };
}

interface Sorted {
  /** Refund of the booking's payments. */
  back: Sums;
  /** Refunds of charges. */
  refunds: RideRecord['adjustments'];
  /** The waiting costs that the refund does not cover. */
  waitingCharge: Charge | null;
}

function settle(ride: RideRecord, finalFareCents: Cents): Sorted {
  const waitingCents = ride.waiting?.cents ?? 0;
  const unused = Math.min(unusedCents(ride, finalFareCents), refundableCentsOfRide(ride));
  const keptCents = Math.min(unused, waitingCents);
  const parts = splitRefund(ride, unused - keptCents);
  const ofCharges = parts.filter(({ chargeId }) => chargeId);
  const [back = NOTHING] = parts.filter(({ chargeId }) => !chargeId);
  return {
    back: { toCardCents: back.toCardCents, toGiftCardCents: back.toGiftCardCents },
    refunds: owedNow(ofCharges, { reason: 'The ride cost less.', by: 'Marquee', cause: 'completion' }),
    waitingCharge: waitingChargeOf(ride, waitingCents - keptCents),
  };
}

/** Waiting costs below the card minimum are waived. The reason of a part names the whole. */
function waitingChargeOf({ waiting }: RideRecord, amountCents: Cents): Charge | null {
  if (!waiting || amountCents < MIN_CHARGE_CENTS) return null;
  const whole = amountCents < waiting.cents ? `, the rest of ${formatCents(waiting.cents)}` : '';
  return {
    id: newObjectId().toHexString(),
    kind: 'waiting',
    amountCents,
    status: 'open',
    reason: `Waiting, ${formatWaitedMinutes(waiting)}${whole}`,
    at: databaseClock.now().toISOString(),
    paymentIntentId: null,
    refundId: null,
  };
}

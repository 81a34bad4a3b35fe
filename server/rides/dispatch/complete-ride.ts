import { Types } from 'mongoose';
import type { RefundReason } from '#common/jobs.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { type Charge, MIN_CHARGE_CENTS, NOTHING, type Sums, totalOf } from '#common/rides/ride-money.ts';
import { statusesBefore } from '#common/rides/ride-states.ts';
import { fieldRefusal } from '../../field-refusal.ts';
import { tryEnqueue } from '../../infra/queues.ts';
import { enqueueEmail } from '../../mail/email-outbox.ts';
import { giveEditPlaceBack, givePlaceBack } from '../booking/ride-place.ts';
import { changeAsRead } from '../cancel/change-as-read.ts';
import { closeChargeCheckout } from '../charges/charge-checkouts.ts';
import { storedCharges } from '../charges/charges.ts';
import { storedAdjustments } from '../payment/refund-ride.ts';
import { unusedCents } from '../payment/refundable.ts';
import { leftOfRide, owedNow, takeBack } from '../payment/take-back.ts';
import { driverOf } from '../ride-actors.ts';
import type { RideDoc, RideRecord } from '../ride-model.ts';
import { transitionRide } from '../transition-ride.ts';
import { findReached } from './drive-ride.ts';

const LESS: RefundReason = 'completed-for-less';

/**
 * The ride's driver completes it for `actualFareCents`, at most what it costs; what was paid beyond goes back. Waiting is
 * taken of that first; what is left of it is a charge that the rider pays. More time that was not paid for by now is
 * given up. A repeat changes nothing.
 *
 * @throws AppError INVALID_REQUEST above the fare, RIDE_STATE_CONFLICT unless it is in progress
 */
export async function completeRide(
  { id: rideId, driverId }: RideRecord,
  actualFareCents: Cents,
  address: string | null = null,
): Promise<RideRecord> {
  return changeAsRead(rideId, async (ride) => {
    if (!statusesBefore('completed').includes(ride.status) || ride.driverId !== driverId) {
      return findReached(rideId, 'completed');
    }
    const { fareCents } = ride.fare;
    if (actualFareCents > fareCents) {
      throw fieldRefusal('actualFare', `The fare cannot be more than the ${formatCents(fareCents)} paid.`);
    }
    const settlement = settle(ride, actualFareCents);
    const completed = await transitionRide({
      rideId,
      change: 'completed',
      by: await driverOf(ride, address),
      guard: { version: ride.version },
      patch: { status: 'completed', actualFareCents, completedAt: new Date(), ...patchOf(ride, settlement) },
    });
    if (completed) await followUp(ride, completed, settlement);
    return completed;
  });
}

/** What completing a ride does to its money. */
interface Settlement {
  /** Of the booking's payments. */
  back: Sums;
  /** Of charges. */
  refunds: RideRecord['adjustments'];
  /** What the refund does not cover of the waiting. */
  waitingCharge: Charge | null;
}

function settle(ride: RideRecord, actualFareCents: Cents): Settlement {
  const waitingCents = ride.paymentStatus === 'on_account' ? 0 : (ride.waiting?.cents ?? 0);
  const unused = Math.min(unusedCents(ride, actualFareCents), leftOfRide(ride));
  const keptCents = Math.min(unused, waitingCents);
  const parts = takeBack(ride, unused - keptCents);
  const ofCharges = parts.filter(({ chargeId }) => chargeId);
  const [back = NOTHING] = parts.filter(({ chargeId }) => !chargeId);
  return {
    back: { toCardCents: back.toCardCents, toGiftCardCents: back.toGiftCardCents },
    refunds: owedNow(ofCharges, { reason: 'The ride cost less.', by: 'Marquee', cause: 'completion' }),
    waitingCharge: waitingChargeOf(ride, waitingCents - keptCents),
  };
}

/** Too little for a card is waived. */
function waitingChargeOf({ waiting }: RideRecord, amountCents: Cents): Charge | null {
  if (!waiting || amountCents < MIN_CHARGE_CENTS) return null;
  return {
    id: new Types.ObjectId().toHexString(),
    kind: 'waiting',
    amountCents,
    status: 'open',
    reason: `Waiting, ${waiting.minutes === 1 ? '1 minute' : `${waiting.minutes} minutes`}`,
    at: new Date().toISOString(),
    paymentIntentId: null,
    refundId: null,
  };
}

function patchOf(ride: RideRecord, { back, refunds, waitingCharge }: Settlement): Partial<RideDoc> {
  const charges = ride.charges.map((charge) =>
    charge.id === ride.pendingEdit?.id && charge.status === 'open'
      ? { ...charge, status: 'void' as const }
      : charge,
  );
  return {
    pendingEdit: null,
    charges: storedCharges(waitingCharge ? [...charges, waitingCharge] : charges),
    ...(refunds.length > 0 && { adjustments: storedAdjustments([...ride.adjustments, ...refunds]) }),
    ...(totalOf(back) > 0 && { refundOwed: { reason: LESS, since: new Date(), sums: back } }),
  };
}

/** What is lost of it, `reconcile-rides` finds. */
async function followUp(
  before: RideRecord,
  completed: RideRecord,
  { back, refunds, waitingCharge }: Settlement,
): Promise<void> {
  const { id: rideId } = completed;
  await givePlaceBack(completed);
  await giveEditPlaceBack(before);
  if (before.pendingEdit) await closeChargeCheckout(before.pendingEdit.id).catch(() => {});
  if (totalOf(back) > 0) await tryEnqueue('refund-ride', { rideId, reason: LESS });
  for (const { id: adjustmentId } of refunds) await tryEnqueue('refund-adjustment', { rideId, adjustmentId });
  if (waitingCharge) await enqueueEmail('payment-link', waitingCharge.id);
}

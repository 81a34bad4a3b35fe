import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { type Cents, formatCents, formatDollars } from '#common/money.ts';
import { refundedByStaffCents } from '#common/rides/fare-review.ts';
import { DISPATCHER_LIMIT_CENTS, MIN_CHARGE_CENTS, sumCents } from '#common/rides/ride-money.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import { fieldRefusal } from '../../field-refusal.ts';
import { databaseClock, newObjectId } from '../../infra/database-clock.ts';
import { storedCharges } from '../charges/charges.ts';
import { storedAdjustments } from '../payment/refund-ride.ts';
import { owedNow, refundableCentsOfRide, splitRefund } from '../payment/split-refund.ts';
import { requireVersion, rideChangedError } from '../ride-changed-error.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { findRideChangedBy, staffRequestOf } from '../staff-request.ts';
import { transitionRide } from '../transition-ride.ts';

interface HandAdjustment {
  rideId: string;
  /** The version that staff saw on screen. */
  version: number;
  kind: 'refund' | 'charge';
  amountCents: Cents;
  reason: string;
  actor: AuditActor;
  idempotencyKey: string | null;
}

/**
 * Refunds part of a ride's payment, or adds a further charge, on behalf of staff. The refund is owed from
 * this statement on and made by a job; for a charge the customer is mailed a payment link. Idempotent per
 * `idempotencyKey`.
 *
 * @throws AppError INVALID_REQUEST above what is left or below Stripe's minimum; FORBIDDEN beyond a
 * dispatcher's limit; RIDE_STATE_CONFLICT; RIDE_CHANGED; IDEMPOTENCY_KEY_REUSED
 */
export async function adjustRide(adjustment: HandAdjustment): Promise<RideRecord> {
  const { rideId, version, kind, amountCents, reason, actor } = adjustment;
  const request = requestOf(adjustment);
  const ride = await findRide(rideId);
  // Checked after the ride was read: the newer version may come from this very request.
  const earlier = await findRideChangedBy(request, rideId);
  if (earlier) return earlier;

  requireVersion(ride, version);
  requireSettled(ride);
  const change = kind === 'refund' ? planRefund(ride, adjustment) : planCharge(ride, adjustment);
  requireWithinLimit(ride, adjustment);
  const adjusted = await transitionRide({
    rideId,
    change: 'adjusted',
    by: actor,
    text: `${kind === 'refund' ? 'Refund' : 'Charge'} of ${formatCents(amountCents)}: ${reason}`,
    guard: { version },
    patch: {
      ...(change.adjustments && { adjustments: storedAdjustments(change.adjustments) }),
      ...(change.charges && { charges: storedCharges(change.charges) }),
    },
    staffRequest: request,
    audit: {
      action: kind === 'refund' ? 'ride refunded' : 'ride charged',
      subject: rideSubject(rideId),
      before: moneyOf(ride),
      after: { ...moneyOf({ ...ride, ...change }), amountCents, reason },
    },
  });
  if (!adjusted) {
    const first = await findRideChangedBy(request, rideId);
    if (first) return first;
    throw rideChangedError(await findRide(rideId));
  }
  return adjusted;
}

const requestOf = ({ rideId, kind, amountCents, reason, actor, idempotencyKey }: HandAdjustment) =>
  staffRequestOf({ actor, idempotencyKey, content: [rideId, kind, amountCents, reason] });

function requireSettled({ paymentStatus }: RideRecord): void {
  if (paymentStatus !== 'pending' && paymentStatus !== 'flagged') return;
  throw new AppError('RIDE_STATE_CONFLICT', 'This ride is not paid yet.');
}

/** The money fields that changed, with their new values. */
type MovedMoney = Partial<Pick<RideRecord, 'adjustments' | 'charges'>>;

function planRefund(ride: RideRecord, { amountCents, reason, actor }: HandAdjustment): MovedMoney {
  const most = refundableCentsOfRide(ride);
  if (amountCents > most) {
    const message =
      most === 0
        ? 'Nothing is left to refund.'
        : `At most ${formatCents(most)} can be refunded; the rest was not paid, or has gone back.`;
    throw fieldRefusal('amountCents', message);
  }
  const refunds = owedNow(splitRefund(ride, amountCents), { reason, by: actor.name });
  return { adjustments: [...ride.adjustments, ...refunds] };
}

function planCharge(ride: RideRecord, { amountCents, reason }: HandAdjustment): MovedMoney {
  if (ride.status === 'cancelled') {
    throw new AppError('RIDE_STATE_CONFLICT', 'A cancelled ride cannot be charged.');
  }
  if (amountCents < MIN_CHARGE_CENTS) {
    throw fieldRefusal('amountCents', `The minimum card payment is ${formatCents(MIN_CHARGE_CENTS)}.`);
  }
  const charge = {
    id: newObjectId().toHexString(),
    kind: 'adjustment',
    amountCents,
    status: 'open',
    reason,
    at: databaseClock.now().toISOString(),
    paymentIntentId: null,
    refundId: null,
  } as const;
  return { charges: [...ride.charges, charge] };
}

/**
 * Checks the total that a dispatcher moves by hand against the limit; admins have none.
 *
 * @throws AppError FORBIDDEN
 */
export function requireWithinLimit(
  ride: RideRecord,
  { kind, amountCents, actor }: Pick<HandAdjustment, 'kind' | 'amountCents' | 'actor'>,
): void {
  if (actor.role === 'admin') return;
  const { refundedCents, chargedCents } = moneyOf(ride);
  const beforeCents = kind === 'refund' ? refundedCents : chargedCents;
  if (beforeCents + amountCents <= DISPATCHER_LIMIT_CENTS) return;
  const done = kind === 'refund' ? 'refund' : 'charge';
  const soFar = beforeCents > 0 ? `, and ${formatCents(beforeCents)} of that is used` : '';
  throw new AppError(
    'FORBIDDEN',
    `Dispatchers can ${done} up to ${formatDollars(DISPATCHER_LIMIT_CENTS)} a ride by hand${soFar}. Please ask an admin.`,
  );
}

/** The amounts refunded and charged by hand, and what can still be refunded. */
const moneyOf = (ride: RideRecord) => ({
  refundedCents: refundedByStaffCents(ride),
  chargedCents: sumCents(
    ride.charges
      .filter(({ kind, status }) => kind === 'adjustment' && (status === 'open' || status === 'paid'))
      .map(({ amountCents }) => amountCents),
  ),
  refundableCents: refundableCentsOfRide(ride),
});

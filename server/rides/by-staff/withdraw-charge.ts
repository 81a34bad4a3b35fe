import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { type Charge, formatWithdrawn, isEditCharge } from '#common/rides/ride-money.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { closeUnpaid } from '../charges/charge-checkouts.ts';
import { markRefundOwed, withCharge } from '../charges/charges.ts';
import { releaseVehicleTimeOfEdit } from '../edit/reserve-edited-time.ts';
import { findRepeatedChange } from '../repeated-change.ts';
import { requireVersion, rideChangedError } from '../ride-changed-error.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';
import { requireWithinLimit } from './adjust-ride.ts';

interface Withdrawal {
  rideId: string;
  chargeId: string;
  version: number;
  reason: string;
  actor: AuditActor;
}

/**
 * Withdraws a further charge. An open one can no longer be paid; a paid one is owed back from this statement
 * on. A repeat changes nothing.
 *
 * @throws AppError NOT_FOUND; RIDE_STATE_CONFLICT for a fare, a paid edit or extension, or a charge withdrawn
 * before; RIDE_CHANGED; FORBIDDEN for a paid one beyond a dispatcher's limit; PAYMENT_IN_PROGRESS while it is
 * being paid; PAYMENT_PROVIDER
 */
export async function withdrawCharge(withdrawal: Withdrawal): Promise<RideRecord> {
  const { rideId, chargeId, version, reason, actor } = withdrawal;
  const ride = await findRide(rideId);
  if (isWithdrawnAs(ride, withdrawal)) return ride;
  const charge = requireCharge(ride, chargeId);
  requireVersion(ride, version);
  if (charge.status === 'open') await closeUnpaid(chargeId);
  else requireWithinLimit(ride, { kind: 'refund', amountCents: charge.amountCents, actor });

  const change: Charge =
    charge.status === 'open' ? { ...charge, status: 'void' } : markRefundOwed(charge, databaseClock.now());
  const withdrawn = await transitionRide({
    rideId,
    change: 'adjusted',
    by: actor,
    text: formatWithdrawn(charge, reason),
    guard: { version },
    patch: {
      charges: withCharge(ride, change),
      ...(ride.pendingEdit?.id === chargeId && { pendingEdit: null }),
    },
    audit: {
      action: 'ride charge withdrawn',
      subject: rideSubject(rideId),
      before: { amountCents: charge.amountCents, status: charge.status },
      after: { status: change.status, reason },
    },
  });
  if (!withdrawn) {
    const newest = await findRide(rideId);
    if (isWithdrawnAs(newest, withdrawal)) return newest;
    throw rideChangedError(newest);
  }
  if (ride.pendingEdit?.id === chargeId) await releaseVehicleTimeOfEdit(ride);
  return withdrawn;
}

/** Whether the same command has already withdrawn the charge. */
function isWithdrawnAs(ride: RideRecord, { chargeId, version, reason, actor }: Withdrawal): boolean {
  const charge = ride.charges.find(({ id }) => id === chargeId);
  if (!charge || !isWithdrawn(charge)) return false;
  return findRepeatedChange(ride, { version, by: actor })?.text === formatWithdrawn(charge, reason);
}

const isWithdrawn = ({ status }: Charge): boolean => status === 'void' || status === 'refunded';

function requireCharge(ride: RideRecord, chargeId: string): Charge {
  const charge = ride.charges.find(({ id }) => id === chargeId);
  if (!charge) throw new AppError('NOT_FOUND', 'There is no such charge.');
  if (charge.kind === 'booking') {
    throw new AppError('RIDE_STATE_CONFLICT', 'This is the fare of the ride: cancel the ride instead.');
  }
  if (isEditCharge(charge) && charge.status === 'paid') {
    throw new AppError(
      'RIDE_STATE_CONFLICT',
      'This paid for a change to the ride: refund it by hand instead.',
    );
  }
  if (isWithdrawn(charge)) {
    throw new AppError('RIDE_STATE_CONFLICT', 'This charge was already withdrawn.');
  }
  return charge;
}

import type { RefundReason } from '#common/jobs.ts';
import { LATE_ACCEPT_MS } from '#common/rides/punctuality.ts';
import { isOffer } from '#common/rides/ride-states.ts';
import { WORKER } from '../../audit-log/record-audit.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { releaseVehicleTime } from '../booking/reserve-vehicle-time.ts';
import { changeWithRetry } from '../change-with-retry.ts';
import { settleChargesOfCancelled, storedCharges } from '../charges/charges.ts';
import { releaseVehicleTimeOfEdit } from '../edit/reserve-edited-time.ts';
import { transitionRide } from '../transition-ride.ts';
import { closeVoidCheckouts } from './cancel-booking.ts';

const NOT_ACCEPTED: RefundReason = 'not-accepted';

/**
 * Cancels a settled ride that no driver has accepted by half an hour after its pickup time, and owes its
 * rider a full refund, charges included. The guard on the version excludes a concurrent acceptance. Does
 * nothing before that time, or once the ride has a driver or is over. Idempotent.
 */
export async function expireUnacceptedRide(rideId: string): Promise<void> {
  await changeWithRetry(rideId, async (ride) => {
    const now = databaseClock.now();
    if (!isOffer(ride) || Date.parse(ride.scheduledAt) > now.getTime() - LATE_ACCEPT_MS) return ride;
    const cancelled = await transitionRide({
      rideId,
      change: 'cancelled',
      by: WORKER,
      guard: { version: ride.version },
      patch: {
        status: 'cancelled',
        charges: storedCharges(settleChargesOfCancelled(ride.charges, now)),
        pendingEdit: null,
        refundOwed: { reason: NOT_ACCEPTED, since: now },
      },
    });
    if (!cancelled) return null;
    await releaseVehicleTime(cancelled);
    await releaseVehicleTimeOfEdit(ride);
    await closeVoidCheckouts(cancelled);
    return cancelled;
  });
}

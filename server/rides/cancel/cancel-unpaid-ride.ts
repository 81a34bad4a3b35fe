import type { QueryFilter } from 'mongoose';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { type OwedEvent, WORKER } from '../../audit-log/record-audit.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { releaseVehicleTime } from '../booking/reserve-vehicle-time.ts';
import { releaseHoldsOf } from '../booking/ride-holds.ts';
import type { RideDoc, RideRecord } from '../ride-model.ts';
import { transitionRide } from '../transition-ride.ts';

interface Cancellation {
  /** Further conditions. They may replace the default payment status, `pending`. */
  guard?: QueryFilter<RideDoc>;
  /** Removes the idempotency key, so that the rider's browser can retry the same request. */
  unset?: 'idempotencyKey';
  /** Who cancels it and why. Defaults to the worker. */
  by?: AuditActor;
  text?: string;
  /** The audit log entry for a cancellation by staff. */
  audit?: OwedEvent | false;
  /** Further fields to set. */
  patch?: Partial<
    Pick<RideDoc, 'cancellation' | 'wasCardUsed' | 'refundOwed' | 'paymentIntentId' | 'undecidedPaymentSince'>
  >;
}

/**
 * Cancels an unpaid ride and releases its holds. Does not touch its payment at Stripe. The same statement
 * sets `releaseOwedSince`, so after a crash `reconcile-rides` releases the holds, including what a concurrent
 * confirmation captured.
 *
 * @returns null when the ride is not unpaid
 */
export async function cancelUnpaidRide(
  rideId: string,
  { guard, unset, by = WORKER, text, patch, audit = false }: Cancellation = {},
): Promise<RideRecord | null> {
  const ride = await transitionRide({
    rideId,
    change: 'cancelled',
    by,
    ...(text && { text }),
    guard: { status: 'requested', paymentStatus: 'pending', ...guard },
    patch: {
      ...patch,
      status: 'cancelled',
      paymentStatus: 'expired',
      releaseOwedSince: databaseClock.now(),
    },
    audit,
    ...(unset && { unset }),
  });
  if (ride) {
    await releaseHoldsOf(ride);
    await releaseVehicleTime(ride);
  }
  return ride;
}

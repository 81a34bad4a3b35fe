import type { QueryFilter } from 'mongoose';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { type OwedEvent, WORKER } from '../../audit-log/record-audit.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { releaseHoldsOf } from '../booking/ride-holds.ts';
import { givePlaceBack } from '../booking/ride-place.ts';
import type { RideDoc, RideRecord } from '../ride-model.ts';
import { transitionRide } from '../transition-ride.ts';

interface Cancellation {
  /** What must hold besides being unpaid. */
  guard?: QueryFilter<RideDoc>;
  /** Lets the rider's browser repeat the same request. */
  unset?: 'idempotencyKey';
  /** Who cancels it, where no job does, and why. */
  by?: AuditActor;
  text?: string;
  /** For the audit log, where staff do it. */
  audit?: OwedEvent | false;
  /** What else it changes. */
  patch?: Partial<Pick<RideDoc, 'cancellation' | 'refundOwed' | 'undecidedPaymentSince'>>;
}

/**
 * Cancels an unpaid ride and releases its holds, which it owes from the same statement on: after a crash in between
 * `reconcile-rides` releases them, with what a confirmation captured meanwhile.
 *
 * @returns null when it is not unpaid
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
    await givePlaceBack(ride);
  }
  return ride;
}

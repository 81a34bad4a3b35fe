import type { QueryFilter } from 'mongoose';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { RefundReason } from '#common/jobs.ts';
import { LATE_ACCEPT_MS } from '#common/rides/punctuality.ts';
import { SETTLED } from '#common/rides/ride-states.ts';
import { WORKER } from '../../audit-log/record-audit.ts';
import { tryEnqueue } from '../../infra/queues.ts';
import { releaseHolds } from '../booking/ride-holds.ts';
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
  /** What else it changes. */
  patch?: Partial<Pick<RideDoc, 'cancellation' | 'refundOwed'>>;
}

/**
 * Cancels an unpaid ride and releases its holds; after a crash in between `reconcile-rides` releases them.
 *
 * @returns null when it is not unpaid
 */
export async function cancelRide(
  rideId: string,
  { guard, unset, by = WORKER, text, patch }: Cancellation = {},
): Promise<RideRecord | null> {
  const ride = await transitionRide({
    rideId,
    change: 'cancelled',
    by,
    ...(text && { text }),
    guard: { status: 'requested', paymentStatus: 'pending', ...guard },
    patch: { ...patch, status: 'cancelled', paymentStatus: 'expired' },
    ...(unset && { unset }),
  });
  if (ride) {
    await releaseHolds({ ...ride, rideId, giftCardCents: ride.fare.giftCardCents });
    await givePlaceBack(ride);
  }
  return ride;
}

const NOT_ACCEPTED: RefundReason = 'not-accepted';

/**
 * Cancels a settled ride that no driver accepted until half an hour past its pickup time, and owes its rider
 * all that was paid. Accepting it has the same guard, so only one of the two happens. Does nothing before its
 * time, or once the ride has a driver or is over. Repeatable.
 */
export async function expireUnacceptedRide(rideId: string): Promise<void> {
  const now = new Date();
  const cancelled = await transitionRide({
    rideId,
    change: 'cancelled',
    by: WORKER,
    guard: {
      status: 'requested',
      paymentStatus: { $in: SETTLED },
      scheduledAt: { $lte: new Date(now.getTime() - LATE_ACCEPT_MS) },
    },
    patch: { status: 'cancelled', refundOwed: { reason: NOT_ACCEPTED, since: now } },
  });
  if (!cancelled) return;
  await givePlaceBack(cancelled);
  await tryEnqueue('refund-ride', { rideId, reason: NOT_ACCEPTED });
}

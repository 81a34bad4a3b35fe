import type { RefundReason } from '#common/jobs.ts';
import { SETTLED } from '#common/rides/status.ts';
import { tryEnqueue } from '../infra/queues.ts';
import { transitionRide } from './transition-ride.ts';

/** How long after its pickup time a ride can still find a driver. */
export const LATE_ACCEPT_MS = 30 * 60_000;

const REASON: RefundReason = 'not-accepted';

/**
 * Calls off a settled ride that nobody accepted until half an hour past its pickup time, and owes its rider all that was paid. Accepting
 * it has the same guard, so only one of the two happens. Does nothing before its time, or once the ride has a driver or is over. Repeatable.
 */
export async function expireUnacceptedRide(rideId: string): Promise<void> {
  const now = new Date();
  const closed = await transitionRide({
    rideId,
    change: 'cancelled',
    guard: {
      status: 'requested',
      paymentStatus: { $in: SETTLED },
      scheduledAt: { $lte: new Date(now.getTime() - LATE_ACCEPT_MS) },
    },
    patch: { status: 'cancelled', refundOwed: { reason: REASON, since: now } },
  });
  if (closed) await tryEnqueue('refund-ride', { rideId, reason: REASON });
}

import type { QueryFilter } from 'mongoose';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { LATE_ACCEPT_MS } from '#common/rides/punctuality.ts';
import { WORKER } from '../../audit-log/record-audit.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { tryEnqueue } from '../../infra/queues.ts';
import type { RideDoc, RideRecord } from '../ride-model.ts';
import { transitionRide } from '../transition-ride.ts';

/**
 * Matches rides that a payment can settle. Includes flagged ones, whose payment may have been corrected at
 * Stripe.
 */
export const PAYABLE: QueryFilter<RideDoc> = {
  status: 'requested',
  paymentStatus: { $in: ['pending', 'flagged'] },
};

interface Settlement {
  /** The condition for settling the ride. */
  guard: QueryFilter<RideDoc>;
  /** How it is settled: payment status, card, payment id and charges. */
  patch: Pick<RideDoc, 'paymentStatus'> & Partial<Pick<RideDoc, 'payment' | 'paymentIntentId' | 'charges'>>;
  /** Who settles it. Defaults to the worker that read the payment. */
  by?: AuditActor | undefined;
}

/**
 * Settles a ride, which makes it an offer, and schedules its expiry in case no driver accepts it.
 *
 * @returns null when the guard did not match
 */
export async function markPaid(
  rideId: string,
  { guard, patch, by = WORKER }: Settlement,
): Promise<RideRecord | null> {
  const settled = await transitionRide({ rideId, change: 'paid', by, guard, patch });
  if (settled) {
    const closesAt = Date.parse(settled.scheduledAt) + LATE_ACCEPT_MS;
    await tryEnqueue(
      'expire-unaccepted-ride',
      { rideId },
      { delayMs: Math.max(0, closesAt - databaseClock.nowMs()) },
    );
  }
  return settled;
}

import { createHash } from 'node:crypto';
import { Types } from 'mongoose';
import type { RecordedEntry } from '#common/rides/ride-fields.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import type { RideChange } from '#common/rides/ride-states.ts';
import { isStaffRole } from '#common/users/user.ts';
import { recordAudit, recordOwed } from '../../audit-log/record-audit.ts';
import type { RideRecord } from '../ride-model.ts';

/** The changes whose audit log entries are derived from the history, with their actions. */
const ACTIONS: Partial<Record<RideChange, string>> = {
  accepted: 'ride accepted',
  given_back: 'ride given back',
  in_progress: 'ride started',
  completed: 'ride completed',
  cancelled: 'ride cancelled',
  flagged: 'payment flagged',
  extended: 'ride extended',
  edited: 'ride changed',
  credited: 'credit given',
};

/**
 * Adds the audit log entries for changes of a ride. Idempotent. Entries for changes by staff and for refunds
 * were stored with the change; all others are derived from the ride's history.
 */
export async function recordRideAudit(ride: RideRecord, changes: readonly RecordedEntry[]): Promise<void> {
  for (const line of ride.auditOwed ?? []) await recordOwed(line);
  for (const entry of changes) {
    const { change, at, by, text, version } = entry;
    const action = ACTIONS[change];
    if (!action || !by || isStaffRole(by.role)) continue;
    await recordAudit({
      id: lineId(ride.id, version),
      at: new Date(at),
      actor: by,
      action,
      subject: rideSubject(ride.id),
      after: { ...factsOf(ride, entry), ...(text && { reason: text }) },
    });
  }
}

/** A deterministic id, so that publishing a change again adds no second entry. */
const lineId = (rideId: string, version: number): Types.ObjectId =>
  new Types.ObjectId(createHash('sha256').update(`ride ${rideId} ${version}`).digest().subarray(0, 12));

/** The details of a change. Only for the latest of its kind, since the ride holds no earlier values. */
function factsOf(ride: RideRecord, { change, version }: RecordedEntry): Record<string, unknown> {
  const last = ride.history.findLast((entry) => entry.change === change);
  if (last?.version !== version) return {};
  switch (change) {
    case 'accepted':
      return { driverId: ride.driverId, vehicle: ride.driver?.vehicle ?? null };
    case 'completed':
      return {
        driverId: ride.driverId,
        actualFareCents: ride.actualFareCents,
        awaitsReview: ride.fareReview !== null,
      };
    case 'cancelled':
      return { paymentStatus: ride.paymentStatus, ...ride.cancellation };
    case 'credited':
      return { amountCents: ride.lateCredit?.amountCents };
    default:
      return {};
  }
}

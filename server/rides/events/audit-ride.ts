import { createHash } from 'node:crypto';
import { Types } from 'mongoose';
import type { RecordedEntry } from '#common/rides/ride-fields.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import type { RideChange } from '#common/rides/ride-states.ts';
import { isStaffRole } from '#common/users/user.ts';
import { recordAudit, recordOwed } from '../../audit-log/record-audit.ts';
import type { RideRecord } from '../ride-model.ts';

/** The changes of a ride that the audit log tells of, in its words. */
const ACTIONS: Partial<Record<RideChange, string>> = {
  accepted: 'ride accepted',
  given_back: 'ride given back',
  in_progress: 'ride started',
  completed: 'ride completed',
  cancelled: 'ride cancelled',
  refunded: 'refund made',
  refund_failed: 'refund failed',
  flagged: 'payment flagged',
  extended: 'ride extended',
  edited: 'ride changed',
  credited: 'credit given',
};

/**
 * Adds the lines to the audit log that changes of a ride owe, each once however often this is called. Those of what staff did
 * are stored with the change, with what was before; all else follows from the ride's history.
 */
export async function auditRide(ride: RideRecord, changes: readonly RecordedEntry[]): Promise<void> {
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

/** The same for a change that is published again. */
const lineId = (rideId: string, version: number): Types.ObjectId =>
  new Types.ObjectId(createHash('sha256').update(`ride ${rideId} ${version}`).digest().subarray(0, 12));

/** What a change came to; of several of one kind that are written together the last one's. */
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
    case 'refunded':
    case 'refund_failed': {
      const { reason, amountCents, giftCardCents } = ride.refunds.at(-1) ?? {};
      return { for: reason, amountCents, giftCardCents };
    }
    case 'credited':
      return { amountCents: ride.lateCredit?.amountCents };
    default:
      return {};
  }
}

import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import type { RideRecord } from './ride-model.ts';
import { transitionRide } from './transition-ride.ts';

/** Adds a staff note to a ride's history, in any status. @throws AppError NOT_FOUND */
export async function noteRide(rideId: string, text: string, by: AuditActor): Promise<RideRecord> {
  const ride = await transitionRide({
    rideId,
    change: 'noted',
    by,
    text,
    guard: {},
    patch: {},
    audit: {
      action: 'ride noted',
      subject: rideSubject(rideId),
      after: { note: text },
    },
  });
  if (!ride) throw new AppError('NOT_FOUND', 'There is no such ride.');
  return ride;
}

import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import type { RideRecord } from './ride-model.ts';
import { findRideChangedBy, staffRequestOf } from './staff-request.ts';
import { transitionRide } from './transition-ride.ts';

interface Note {
  rideId: string;
  text: string;
  actor: AuditActor;
  idempotencyKey: string | null;
}

/**
 * Adds a staff note to a ride's history, in any status. Idempotent per `idempotencyKey`.
 *
 * @throws AppError NOT_FOUND; IDEMPOTENCY_KEY_REUSED
 */
export async function noteRide({ rideId, text, actor, idempotencyKey }: Note): Promise<RideRecord> {
  const request = staffRequestOf({ actor, idempotencyKey, content: [rideId, 'note', text] });
  const noted = await transitionRide({
    rideId,
    change: 'noted',
    by: actor,
    text,
    guard: {},
    patch: {},
    staffRequest: request,
    audit: {
      action: 'ride noted',
      subject: rideSubject(rideId),
      after: { note: text },
    },
  });
  const ride = noted ?? (await findRideChangedBy(request, rideId));
  if (!ride) throw new AppError('NOT_FOUND', 'There is no such ride.');
  return ride;
}

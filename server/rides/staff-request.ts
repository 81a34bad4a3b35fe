import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { digestOf } from '../crypto/digest-of.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from './ride-model.ts';

/** A request by staff, as it is stored with the ride: its idempotency key, and a digest of its content. */
export interface StaffRequest {
  key: string;
  digest: string;
}

interface Sent {
  actor: AuditActor;
  idempotencyKey: string | null;
  /** What it does to which ride: JSON data. */
  content: unknown[];
}

/** Returns a request by staff with an idempotency key, which belongs to its sender; null without a key. */
export const staffRequestOf = ({ actor, idempotencyKey, content }: Sent): StaffRequest | null =>
  idempotencyKey ? { key: digestOf(actor.id, idempotencyKey), digest: digestOf(...content) } : null;

/** Returns the ride if the same request has changed it before. @throws AppError IDEMPOTENCY_KEY_REUSED */
export async function findRideChangedBy(
  request: StaffRequest | null,
  rideId: string,
): Promise<RideRecord | null> {
  if (!request) return null;
  const doc = await RideModel.findOne({ _id: rideId, 'staffRequests.key': request.key }).lean<RideDoc>();
  if (!doc) return null;
  const known = doc.staffRequests?.find(({ key }) => key === request.key);
  if (known?.digest === request.digest) return toRideRecord(doc);
  throw new AppError('IDEMPOTENCY_KEY_REUSED', 'This request was already used for something else.');
}

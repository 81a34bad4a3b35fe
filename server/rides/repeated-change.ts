import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { RecordedEntry } from '#common/rides/ride-fields.ts';
import { WORKER } from '../audit-log/record-audit.ts';
import type { RideRecord } from './ride-model.ts';

interface Repeated {
  /** The version that the command names. */
  version: number;
  by: AuditActor;
  /** Looks for an undo, which is otherwise none of the changes. */
  isUndo?: true;
}

/**
 * Finds the history line of a change by the same person at the same version, which a repeated command may
 * already have made. The caller compares what was changed.
 *
 * @returns null when there is none, or anyone but a worker has changed the ride since
 */
export function findRepeatedChange(
  { history }: RideRecord,
  { version, by, isUndo }: Repeated,
): RecordedEntry | null {
  const last = history.findLast((entry) => entry.by?.role !== WORKER.role);
  const isSame = last?.version === version + 1 && last.by?.id === by.id && last.isUndo === isUndo;
  return isSame ? last : null;
}

/** Whether a ride still has the driver and vehicle of this history line, or is still offered after it. */
export const isInForce = (
  { status, driverId, vehicleId }: RideRecord,
  { assigned }: RecordedEntry,
): boolean =>
  assigned
    ? status === 'accepted' && driverId === assigned.driverId && vehicleId === assigned.vehicleId
    : status === 'requested';

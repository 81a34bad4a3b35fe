import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { RecordedEntry } from '#common/rides/ride-fields.ts';
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
 * already have made. The ride may have changed since, such as by a colleague's note: the caller compares what
 * was changed, and whether it still holds.
 *
 * @returns null when there is none
 */
export function findRepeatedChange(
  { history }: RideRecord,
  { version, by, isUndo }: Repeated,
): RecordedEntry | null {
  const next = history.find((entry) => entry.version === version + 1);
  return next?.by?.id === by.id && next.isUndo === isUndo ? next : null;
}

/** Whether a ride has the driver and vehicle that this history line gave it; if it gave none, is offered. */
export const isInForce = (
  { status, driverId, vehicleId }: RideRecord,
  { assigned }: RecordedEntry,
): boolean =>
  assigned
    ? status === 'accepted' && driverId === assigned.driverId && vehicleId === assigned.vehicleId
    : status === 'requested';

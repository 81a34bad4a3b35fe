import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { RecordedEntry } from '#common/rides/ride-fields.ts';
import { WORKER } from '../audit-log/record-audit.ts';
import type { RideRecord } from './ride-model.ts';

/**
 * Finds the history line of a change by the same person at the same version, which a repeated command may
 * already have made. The caller compares what was changed.
 *
 * @returns null when there is none, or anyone but a worker has changed the ride since; an undo is none
 */
export function findRepeatedChange(
  { history }: RideRecord,
  { version, by }: { version: number; by: AuditActor },
): RecordedEntry | null {
  const last = history.findLast((entry) => entry.by?.role !== WORKER.role);
  const isSame = last?.version === version + 1 && last.by?.id === by.id && !last.isUndo;
  return isSame ? last : null;
}

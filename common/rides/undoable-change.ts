import { isStaffRole } from '../users/user.ts';
import type { RecordedEntry } from './ride-fields.ts';
import type { RideChange } from './ride-states.ts';

/** The changes by staff that can be undone. */
const UNDOABLE: readonly RideChange[] = ['accepted', 'reassigned', 'unassigned'];

/**
 * Returns the line of a ride's history that an undo by staff would revert: the last one, if staff assigned,
 * reassigned or unassigned with it. Whose change it is, and how long ago, is for the caller to check.
 *
 * @returns null when the last change cannot be undone, or is itself an undo
 */
export function undoableChange({ history }: { history: readonly RecordedEntry[] }): RecordedEntry | null {
  // A worker may have corrected the name of the vehicle since, which changes nothing that an undo restores.
  const last = history.findLast(({ change, by }) => change !== 'noted' || by?.role !== 'worker');
  if (!last || last.isUndo || !isStaffRole(last.by?.role)) return null;
  return UNDOABLE.includes(last.change) ? last : null;
}

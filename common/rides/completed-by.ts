import * as z from 'zod/mini';
import { isStaffRole } from '../users/user.ts';
import type { RecordedEntry } from './ride-fields.ts';

/** Who completed a ride: its driver, or staff for the driver. */
export const completedBySchema = z.enum(['driver', 'staff']);
type CompletedBy = z.infer<typeof completedBySchema>;

/**
 * Returns who completed a ride, according to its history; null before completion. Old entries without an
 * actor are the driver's.
 */
export function completedByOf({
  history,
}: {
  history: readonly Pick<RecordedEntry, 'change' | 'by'>[];
}): CompletedBy | null {
  const completed = history.findLast(({ change }) => change === 'completed');
  if (!completed) return null;
  return isStaffRole(completed.by?.role) ? 'staff' : 'driver';
}

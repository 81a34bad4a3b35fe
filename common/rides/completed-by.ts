import * as z from 'zod/mini';
import { isStaffRole } from '../users/user.ts';
import type { RecordedEntry } from './ride-fields.ts';

/** Who completed a ride: its driver, or staff in their place. */
export const completedBySchema = z.enum(['driver', 'staff']);
export type CompletedBy = z.infer<typeof completedBySchema>;

/** Who completed a ride, by its history; null while nobody has. Lines from before people were recorded are drivers'. */
export function completedByOf({
  history,
}: {
  history: readonly Pick<RecordedEntry, 'change' | 'by'>[];
}): CompletedBy | null {
  const completed = history.findLast(({ change }) => change === 'completed');
  if (!completed) return null;
  return isStaffRole(completed.by?.role) ? 'staff' : 'driver';
}

import type { HistoryEntry } from '#common/rides/ride-fields.ts';
import { type RideStatus, statusLabel } from '#common/rides/ride-states.ts';
import { dateInVegas, formatDay, formatTime } from '#common/time.ts';

/** The four steps of a ride that goes well. */
const STEPS: readonly RideStatus[] = ['requested', 'accepted', 'in_progress', 'completed'];

/** A step of the timeline. */
export interface TimelineStep {
  label: string;
  state: 'done' | 'current' | 'ahead';
  /** The time of day if it was today, else the day; null for what has not happened, or nobody wrote down. */
  when: string | null;
  /** That instant, ISO 8601. */
  at: string | null;
}

const whenText = (at: Date, now: Date) =>
  dateInVegas(at) === dateInVegas(now) ? formatTime(at) : formatDay(at, now);

/** A ride's way from request to completion by its history; empty for a status that is not on that way. */
export function timelineSteps(
  ride: { status: RideStatus; history: readonly HistoryEntry[] },
  now: Date,
): TimelineStep[] {
  const reached = STEPS.indexOf(ride.status);
  if (reached === -1) return [];
  return STEPS.map((step, index) => {
    const at = ride.history.find((entry) => entry.change === step)?.at ?? null;
    return {
      label: statusLabel(step),
      state: index < reached ? 'done' : index === reached ? 'current' : 'ahead',
      when: at && index <= reached ? whenText(new Date(at), now) : null,
      at: index <= reached ? at : null,
    };
  });
}

import { formatTimeWithZone, toInstant } from '#common/time.ts';
import type { Draft } from './draft.ts';

const NOON = '12:00';

/** Which clock a pickup time is read on: `Las Vegas time, PST`, or PDT on a summer's day. */
export function zoneNote({ scheduledDate }: Pick<Draft, 'scheduledDate'>, now: Date): string {
  const at = toInstant(scheduledDate, NOON) ?? now;
  return `Las Vegas time, ${formatTimeWithZone(at).split(' ').at(-1)}`;
}

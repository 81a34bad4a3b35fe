import type { StaffDriver } from '#common/drivers/driver.ts';
import { hoursBeginAt, hoursBegunAt } from '#common/drivers/weekly-hours.ts';
import { HOUR_MS } from '#common/durations.ts';
import type { AssignedRide } from '#common/rides/assigned-ride.ts';
import { driverDelay } from '#common/rides/punctuality.ts';
import { dateInVegas, formatDay, formatTime } from '#common/time.ts';
import type { StatusTone } from '#web/components/ui/status-dot.tsx';
import type { NamedPaper } from '../papers/paper-status.ts';

/** The groups of the driver list. */
type DriverGroup = 'on-duty' | 'off-duty' | 'suspended';

/** The group of a driver in the list. */
export function groupOf({ state, isOnDuty }: StaffDriver): DriverGroup {
  if (state === 'suspended') return 'suspended';
  return isOnDuty ? 'on-duty' : 'off-duty';
}

/** A driver's duty in words, with its tone: `On duty since 8:02 AM`. */
export function formatDuty(driver: StaffDriver, now: Date): { tone: StatusTone; text: string } {
  if (driver.state === 'suspended') {
    const since = driver.suspension ? ` since ${formatSince(driver.suspension.at, now)}` : '';
    return { tone: 'danger', text: `Suspended${since}` };
  }
  const since = driver.dutySince ? ` since ${formatSince(driver.dutySince, now)}` : '';
  return driver.isOnDuty
    ? { tone: 'ok', text: `On duty${since}` }
    : { tone: 'muted', text: `Off duty${since}` };
}

/** A ride is near from this long before its pickup: its driver is no longer shown as free. */
const NEAR_MS = 3 * HOUR_MS;

/** A free driver's next ride is named if its pickup is within this time. */
const SOON_MS = 12 * HOUR_MS;

/** What a driver is doing, in words. `isIdle`: without a ride now or soon. */
interface FormattedWork {
  tone: StatusTone;
  text: string;
  isIdle: boolean;
}

/**
 * What a driver is doing: `In a ride to 5:00 PM`, `Late since 4:05 PM`, `Ride at 4:30 PM`, `Free until 10:15
 * PM`. Off duty it is when their weekly hours begin.
 *
 * @param rides the driver's assigned rides, soonest first
 */
export function formatWork(driver: StaffDriver, rides: readonly AssignedRide[], now: Date): FormattedWork {
  if (driver.state === 'suspended') return { ...formatDuty(driver, now), isIdle: true };
  const next = rides.find(({ status }) => status === 'accepted');
  const nextAt = next && new Date(next.scheduledAt);
  if (next && nextAt && driverDelay(next, now) === 'late')
    return { tone: 'danger', text: `Late since ${formatSince(next.scheduledAt, now)}`, isIdle: false };
  const driven = rides.find(({ status }) => status === 'in_progress');
  if (driven) {
    const ends = new Date(driven.endsAt);
    return ends <= now
      ? { tone: 'warn', text: `In a ride, due ${formatSince(driven.endsAt, now)}`, isIdle: false }
      : { tone: 'ok', text: `In a ride to ${formatTime(ends)}`, isIdle: false };
  }
  const aheadMs = nextAt ? nextAt.getTime() - now.getTime() : Number.POSITIVE_INFINITY;
  if (nextAt && aheadMs < NEAR_MS)
    return { tone: 'gold', text: `Ride at ${formatTime(nextAt)}`, isIdle: false };
  if (!driver.isOnDuty) return { ...formatOffDuty(driver, now), isIdle: true };
  const until = nextAt && aheadMs < SOON_MS ? ` until ${formatTime(nextAt)}` : '';
  return { tone: 'muted', text: `Free${until}`, isIdle: true };
}

/** `From 6:00 PM`, on another day `From Sat 1:00 PM`; without weekly hours, or within them, since when. */
function formatOffDuty(driver: StaffDriver, now: Date): ReturnType<typeof formatDuty> {
  const begins = hoursBegunAt(driver.weeklyHours, now) ? null : hoursBeginAt(driver.weeklyHours, now);
  if (!begins) return formatDuty(driver, now);
  const isToday = dateInVegas(begins) === dateInVegas(now);
  const [weekday = ''] = formatDay(begins, now).split(' ');
  return { tone: 'muted', text: `From ${isToday ? '' : `${weekday} `}${formatTime(begins)}` };
}

/** The time if it is today, otherwise the day. */
function formatSince(instant: string, now: Date): string {
  const at = new Date(instant);
  return dateInVegas(at) === dateInVegas(now) ? formatTime(at) : formatDay(at, now);
}

/** All papers that a driver's rides require: the driver's, and those of active vehicles with their plate. */
export const papersOf = ({ documents, vehicles }: StaffDriver): NamedPaper[] => [
  ...documents,
  ...vehicles
    .filter(({ state }) => state === 'active')
    .flatMap(({ plate, documents: papers }) => papers.map((paper) => ({ ...paper, of: plate }))),
];

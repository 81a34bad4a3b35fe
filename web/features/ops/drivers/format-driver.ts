import type { StaffDriver } from '#common/drivers/driver.ts';
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

import type { Alert } from '#common/alerts/alert.ts';
import { MINUTE_MS } from '#common/durations.ts';
import { plannedSpan } from '#common/rides/overlap.ts';
import { expectedEnd } from '#common/rides/punctuality.ts';
import {
  findRideState,
  lastStamp,
  SETTLED,
  STAMPS,
  stampSchema,
  statusLabel,
} from '#common/rides/ride-states.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { addDays, dateInVegas, formatDay, formatTime } from '#common/time.ts';
import type { StatusTone } from '#web/components/ui/status-dot.tsx';
import { alertLabel } from './alert-groups.ts';

/** An unaccepted ride is urgent from this long before its pickup. */
const URGENT_MS = 60 * MINUTE_MS;

/** A duration in words: `26 min`, `5 h 10`, `2 d`. */
export function formatSpan(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${String(minutes % 60).padStart(2, '0')}`;
  return `${Math.floor(hours / 24)} d`;
}

/** A ride's pickup time as a row shows it. */
interface FormattedPickup {
  /** `4:05 PM`; tomorrow `Sat 7:30 PM`, on other days `Mon 23 Nov 7:15 AM`. */
  time: string;
  /** Only for today: `in 48 min`, `7 min ago`, `to 6:30`. */
  note: string | null;
}

/** The pickup time in words, without the time zone, which the header shows once. */
export function formatBoardPickup(ride: StaffRide, now: Date): FormattedPickup {
  const at = new Date(ride.scheduledAt);
  const today = dateInVegas(now);
  if (ride.scheduledDate === today) return { time: formatTime(at), note: pickupNote(ride, now) };
  // Bookings are less than a year ahead, so a future day is formatted without its year.
  const day = formatDay(at, at > now ? at : now);
  const [weekday = day] = day.split(' ');
  const isTomorrow = ride.scheduledDate === addDays(today, 1);
  return { time: `${isTomorrow ? weekday : day} ${formatTime(at)}`, note: null };
}

function pickupNote(ride: StaffRide, now: Date): string | null {
  if (findRideState(ride.status)?.next.length === 0) return null;
  if (ride.status === 'in_progress') {
    return ride.hours === null ? null : `to ${formatTime(expectedEnd(ride)).replace(/ [AP]M$/, '')}`;
  }
  const aheadMs = Date.parse(ride.scheduledAt) - now.getTime();
  if (Math.abs(aheadMs) < MINUTE_MS) return 'now';
  return aheadMs >= 0 ? `in ${formatSpan(aheadMs)}` : `${formatSpan(-aheadMs)} ago`;
}

/** A ride's status as a row shows it. */
interface FormattedStatus {
  tone: StatusTone;
  label: string;
  /** How long it has been an offer, or that its driver accepted or reported something just now. */
  age: string | null;
  isAgeUrgent: boolean;
}

/** A ride's status and its driver's last report in words; an alert about the ride takes precedence. */
export function formatStatus(ride: StaffRide, alert: Alert | undefined, now: Date): FormattedStatus {
  if (alert) {
    const tone = alert.urgency === 'later' ? 'warn' : 'danger';
    return { tone, label: alertLabel(alert), age: null, isAgeUrgent: false };
  }
  if (ride.status === 'requested' && ride.paymentStatus === 'pending')
    return { tone: 'warn', label: 'Awaiting payment', age: null, isAgeUrgent: false };
  const stamp = lastStamp(ride);
  return {
    tone: findRideState(ride.status)?.tone ?? 'muted',
    label: stamp ? STAMPS[stamp].label : statusLabel(ride.status),
    age: formatAge(ride, now),
    isAgeUrgent: needsDriver(ride) && isUrgent(ride, now),
  };
}

/** History entries that make a ride an offer, for the first time or again. */
const OFFERED = ['requested', 'paid', 'given_back', 'unassigned'];

function formatAge(ride: StaffRide, now: Date): string | null {
  const since = (...changes: string[]) => {
    const at = ride.history.findLast(({ change }) => changes.includes(change))?.at ?? ride.createdAt;
    return now.getTime() - Date.parse(at);
  };
  if (ride.status === 'requested') return formatSpan(since(...OFFERED));
  return ride.status === 'accepted' && since('accepted', ...stampSchema.options) < MINUTE_MS
    ? 'just now'
    : null;
}

const isUrgent = ({ scheduledAt }: StaffRide, now: Date): boolean =>
  Date.parse(scheduledAt) - now.getTime() <= URGENT_MS;

/** Whether a ride is paid for and has no driver. */
export const needsDriver = (ride: StaffRide): boolean =>
  ride.status === 'requested' && ride.driverId === null && SETTLED.includes(ride.paymentStatus);

/** A ride's driver as a row shows it. */
interface FormattedDriver {
  name: string;
  tone: 'ink' | 'muted' | 'danger';
}

/**
 * A ride's driver in words.
 *
 * @param name the driver's name in the company's records, if known
 */
export function formatDriver(ride: StaffRide, name: string | undefined, now: Date): FormattedDriver {
  if (ride.driverId !== null) return { name: name ?? ride.driver?.firstName ?? 'Driver', tone: 'ink' };
  if (findRideState(ride.status)?.next.length === 0) return { name: 'None', tone: 'muted' };
  return { name: 'Unassigned', tone: needsDriver(ride) && isUrgent(ride, now) ? 'danger' : 'muted' };
}

/** The elapsed share of a ride under way, from 0 to 1. */
export function shareGone(ride: StaffRide, now: Date): number {
  const startedAt = ride.history.findLast(({ change }) => change === 'in_progress')?.at;
  const { startMs, endMs } = plannedSpan(new Date(startedAt ?? ride.scheduledAt), ride);
  return Math.min(1, Math.max(0, (now.getTime() - startMs) / (endMs - startMs)));
}

import { formatDayTime } from '#common/format-date-time.ts';
import { formatCents, formatDollarString } from '#common/money.ts';
import { formatRoute } from '#common/rides/overlap.ts';
import { expectedEnd } from '#common/rides/punctuality.ts';
import type { DriverEntry, DriverRide, RiderEntry, RiderRide } from '#common/rides/ride.ts';
import type { RemovalReason, RemovedRide } from '#common/rides/ride-events.ts';
import { OVER_STATUSES, type RideChange } from '#common/rides/ride-states.ts';
import { formatTime } from '#common/time.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { pickupOf } from '../planned-time.ts';
import {
  COMPLETED_BY_STAFF,
  formatCancellationForDriver,
  formatShare,
} from '../ride-card/format-driver-ride.ts';

/** A notification of a change to a ride, for a user on another page. */
export interface RideNotification {
  rideId: string;
  /** Version of the ride after the change. */
  version: number;
  /** For a rider: the version before the first change that it covers. */
  since?: number;
  title: string;
  /** Identifies the ride. */
  detail: string;
  /** The page that shows the ride. */
  to: string;
  /** Whether even the pages that show the ride do not mention the change. */
  isMissingFromPages?: boolean;
}

const CHANGED_BY_STAFF = 'We changed your ride';

/**
 * The notification title of each change for the rider; null when it turns out to need none. Omitted changes
 * were made by the rider or need no notification: a payment, a request, a refund after a cancellation.
 */
const RIDER_NOTIFICATIONS: Readonly<Partial<Record<RideChange, (ride: RiderRide) => string | null>>> = {
  accepted: (ride) => (ride.driver ? `${ride.driver.firstName} is your driver` : 'A driver has accepted'),
  reassigned: (ride) =>
    // The driver may be the same, in another vehicle.
    ride.driver
      ? `${ride.driver.firstName} is your driver now: ${ride.driver.vehicle}`
      : 'You have a new driver',
  unassigned: () => "Your driver can't come. We are finding another",
  given_back: () => "Your driver can't come. We are finding another",
  still_searching: () => 'We are still looking for your driver',
  en_route: (ride) => `${nameOf(ride)} is on the way`,
  arrived: (ride) => `${nameOf(ride)} is at the pickup`,
  in_progress: () => 'Your ride has begun',
  extension_proposed: proposalTitle,
  completed: () => 'Your ride is completed',
  fare_decided: ({ actualFare }) => actualFare && `Your final fare is ${formatDollarString(actualFare)}`,
  cancelled: cancelledTitle,
  edited: () => CHANGED_BY_STAFF,
  flagged: () => 'Your payment is under review',
  refund_failed: () => 'A refund did not arrive',
  credited: ({ lateCredit }) =>
    lateCredit && `Your driver was late: we emailed you a ${formatCents(lateCredit.amountCents)} gift card`,
};

const nameOf = ({ driver }: RiderRide): string => driver?.firstName ?? 'Your driver';

/** Null once the proposal was paid, or can no longer be. */
function proposalTitle(ride: RiderRide): string | null {
  const charge = ride.charges.find(({ kind, status }) => kind === 'extension' && status === 'open');
  return charge ? `${nameOf(ride)} proposes 30 more minutes for ${formatCents(charge.amountCents)}` : null;
}

function cancelledTitle({ cancelledBy, history }: RiderRide): string | null {
  if (cancelledBy === 'rider') return null;
  if (cancelledBy === 'operations') return 'We had to cancel your ride';
  if (cancelledBy === 'no_show') return 'Nobody was at the pickup: your ride is cancelled';
  const wasPaid = history.some(({ change }) => change === 'paid');
  return wasPaid ? 'No driver was free: your ride is cancelled' : 'Your booking was not paid in time';
}

/** Whether the rider made this edit, or paid for it. */
const isOwnEdit = ({ change, isByStaff }: RiderEntry): boolean => change === 'edited' && !isByStaff;

const isStaffEdit = ({ change, isByStaff }: RiderEntry): boolean => change === 'edited' && isByStaff === true;

/** Title of the notification of one change; null when it needs none, or no longer. */
const titleOf = (ride: RiderRide, entry: RiderEntry): string | null =>
  (!isOwnEdit(entry) && RIDER_NOTIFICATIONS[entry.change]?.(ride)) || null;

/**
 * Builds a rider's notification from some changes of a ride: the latest change that needs one, preceded by
 * edits that staff made. Null when there is none, or the rider has cancelled since. Once the ride is over,
 * earlier edits are left out.
 */
export function riderNotification(ride: RiderRide, changes: readonly RiderEntry[]): RideNotification | null {
  const last = changes.findLast((entry) => titleOf(ride, entry) || entry.change === 'cancelled');
  const title = last && titleOf(ride, last);
  if (!title) return null;
  const { id: rideId, version } = ride;
  const since = Math.min(...changes.map((entry) => entry.version)) - 1;
  const detail = `${formatRoute(ride)}.`;
  const notification = { rideId, version, since, title, detail, to: `/my-rides/${rideId}` };
  const isEdited = changes.some(isStaffEdit);
  if (OVER_STATUSES.includes(ride.status) || !(isEdited || last.change === 'extension_proposed'))
    return notification;
  // A card shows what is booked now, but not that it has changed, nor that the driver proposes more time.
  return {
    ...notification,
    title: isEdited && !isStaffEdit(last) ? `${CHANGED_BY_STAFF}. ${title}` : title,
    isMissingFromPages: true,
  };
}

const DRIVER_RIDES = '/driver-rides';

/**
 * Title and detail (without the route) of a driver's notification of a change; null when the driver made the
 * change.
 */
type DriverNotification = { title: string; detail?: string } | null;

/**
 * The notification of each change for the driver; null when the driver made it. Omitted changes are the
 * driver's own or do not concern them.
 */
const DRIVER_NOTIFICATIONS: Readonly<
  Partial<Record<RideChange, (ride: DriverRide, entry: DriverEntry) => DriverNotification>>
> = {
  accepted: (ride, { isByStaff }) => (isByStaff ? formatAssigned(ride) : null),
  reassigned: formatAssigned,
  edited: () => ({ title: 'Your ride was changed' }),
  extended: (ride) => ({ title: 'Your ride is now longer', detail: `Planned until ${plannedUntil(ride)}.` }),
  completed: (ride) =>
    ride.completedBy === 'staff' ? { title: COMPLETED_BY_STAFF, detail: formatShare(ride) } : null,
  cancelled: (ride) => (ride.cancelledBy === 'no_show' ? null : { title: formatCancellationForDriver(ride) }),
};

/** Builds the notification of a ride that staff assigned to a driver, or whose vehicle they changed. */
function formatAssigned(ride: DriverRide): DriverNotification {
  const pickup = pickupOf(ride);
  const when = `${formatDayTime(pickup, serverNow())}.`;
  return {
    title: 'Dispatch assigned you a ride',
    detail: ride.vehicle ? `${when} ${ride.vehicle}.` : when,
  };
}

const plannedUntil = (ride: DriverRide): string =>
  formatTime(expectedEnd({ ...ride, scheduledAt: pickupOf(ride).toISOString() }));

const TAKEN: readonly RideChange[] = ['accepted', 'reassigned'];

/**
 * Builds a driver's notification from some changes of their ride: the latest that needs one; null when there
 * is none. Changes made before the ride was theirs do not count.
 */
export function driverNotification(
  ride: DriverRide,
  changes: readonly DriverEntry[],
): RideNotification | null {
  const taken = ride.history.findLast(({ change }) => TAKEN.includes(change))?.version ?? 0;
  const last = changes.findLast(({ change, version }) => DRIVER_NOTIFICATIONS[change] && version >= taken);
  const words = last && DRIVER_NOTIFICATIONS[last.change]?.(ride, last);
  if (!words) return null;
  const detail = [`${formatRoute(ride)}.`, words.detail].filter(Boolean).join(' ');
  const { id: rideId, version } = ride;
  const notification = { rideId, version, title: words.title, detail, to: DRIVER_RIDES };
  // A list shows what is booked now, but not that it has changed.
  return OVER_STATUSES.includes(ride.status) ? notification : { ...notification, isMissingFromPages: true };
}

const LOST = 'No longer your ride';

const REMOVED: Readonly<Record<RemovalReason, string | null>> = {
  reassigned: 'Dispatch gave one of your rides to another driver.',
  unassigned: 'Dispatch took one of your rides off your list.',
  given_back: null,
};

/** Builds the notification of a ride taken from a driver; null when they gave it back. */
export function removalNotification({ id: rideId, version, reason }: RemovedRide): RideNotification | null {
  const detail = REMOVED[reason];
  return detail ? { rideId, version, title: LOST, detail, to: DRIVER_RIDES } : null;
}

/** Builds the notification of a ride that is missing from the driver's list, for a reason not known here. */
export const lossNotification = (ride: DriverRide): RideNotification => ({
  rideId: ride.id,
  version: ride.version + 1,
  title: LOST,
  detail: `${formatRoute(ride)} is off your list.`,
  to: DRIVER_RIDES,
});

/** Maximum number of titles in a summary. The rest are counted. */
const NAMED = 2;

/** Summarizes notifications of several rides, with the page to link to. */
export function summarizeNotifications(
  notifications: readonly RideNotification[],
): Pick<RideNotification, 'title' | 'detail' | 'to'> & { label: string } {
  const [first] = notifications;
  if (first && notifications.length === 1) return { ...first, label: 'Show' };
  const more = notifications.length - NAMED;
  const titles = notifications.slice(0, NAMED).map(({ title }) => title);
  return {
    title: `${notifications.length} of your rides have changed`,
    detail: `${titles.join('. ')}${more > 0 ? `, and ${more} more` : ''}.`,
    to: first?.to === DRIVER_RIDES ? DRIVER_RIDES : '/my-rides',
    label: 'Show',
  };
}

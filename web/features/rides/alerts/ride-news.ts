import { formatCents, formatDollarString } from '#common/money.ts';
import { routeInWords } from '#common/rides/overlap.ts';
import { expectedEnd } from '#common/rides/punctuality.ts';
import type { DriverEntry, DriverRide, RiderEntry, RiderRide } from '#common/rides/ride.ts';
import type { RemovalReason, RemovedRide } from '#common/rides/ride-events.ts';
import { OVER_STATUSES, type RideChange } from '#common/rides/ride-states.ts';
import { formatDay, formatTime } from '#common/time.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { pickupOf } from '../driver/fit.ts';
import { COMPLETED_BY_STAFF, cancellationInWords, shareInWords } from '../ride-card/format-driver-ride.ts';

/** What happened to a ride, for somebody who looks at another page. */
export interface RideNews {
  rideId: string;
  /** Of the ride after it. */
  version: number;
  /** Of a rider's news: the version before the first of the changes that it covers. */
  since?: number;
  title: string;
  /** Which ride it is. */
  detail: string;
  /** The page that shows the ride. */
  to: string;
  /** The pages that show the ride do not say by themselves that it happened. */
  isUnsaid?: boolean;
}

const CHANGED_BY_STAFF = 'We changed your ride';

/**
 * What each change means to the rider; null for one that is no news after all. What is not here the rider did
 * themself, or needs no telling: a payment, a request, a refund that follows from a cancellation.
 */
const RIDER_NEWS: Readonly<Partial<Record<RideChange, (ride: RiderRide) => string | null>>> = {
  accepted: (ride) => (ride.driver ? `${ride.driver.firstName} is your driver` : 'A driver has accepted'),
  reassigned: (ride) =>
    ride.driver ? `${ride.driver.firstName} is your driver now` : 'Another driver comes',
  unassigned: () => "Your driver can't come. We are finding another",
  given_back: () => "Your driver can't come. We are finding another",
  still_searching: () => 'We are still looking for your driver',
  en_route: (ride) => `${nameOf(ride)} is on the way`,
  arrived: (ride) => `${nameOf(ride)} is at the pickup`,
  in_progress: () => 'Your ride has begun',
  completed: () => 'Your ride is completed',
  fare_decided: ({ actualFare }) => actualFare && `Your final fare is ${formatDollarString(actualFare)}`,
  cancelled: cancelledNews,
  edited: () => CHANGED_BY_STAFF,
  flagged: () => 'Your payment is under review',
  refund_failed: () => 'A refund did not arrive',
  credited: ({ lateCredit }) =>
    lateCredit && `Your driver was late: we mailed you a ${formatCents(lateCredit.amountCents)} gift card`,
};

const nameOf = ({ driver }: RiderRide): string => driver?.firstName ?? 'Your driver';

function cancelledNews({ cancelledBy, history }: RiderRide): string | null {
  if (cancelledBy === 'rider') return null;
  if (cancelledBy === 'operations') return 'We had to cancel your ride';
  if (cancelledBy === 'no_show') return 'Nobody was at the pickup: your ride is cancelled';
  const wasPaid = history.some(({ change }) => change === 'paid');
  return wasPaid ? 'No driver was free: your ride is cancelled' : 'Your booking was not paid in time';
}

/** Whether the rider changed what is booked themself, or paid for the change. */
const isOwnEdit = ({ change, isByStaff }: RiderEntry): boolean => change === 'edited' && !isByStaff;

const isStaffEdit = ({ change, isByStaff }: RiderEntry): boolean => change === 'edited' && isByStaff === true;

/**
 * What to tell a rider of some changes of a ride: that staff changed what is booked, and the last other change that is news; null where
 * there is nothing to tell. Once the ride is over, what it was changed to before says nothing.
 */
export function riderNews(ride: RiderRide, changes: readonly RiderEntry[]): RideNews | null {
  const last = changes.findLast((entry) => RIDER_NEWS[entry.change] && !isOwnEdit(entry));
  const title = last && RIDER_NEWS[last.change]?.(ride);
  if (!title) return null;
  const { id: rideId, version } = ride;
  const since = Math.min(...changes.map((entry) => entry.version)) - 1;
  const news = { rideId, version, since, title, detail: `${routeInWords(ride)}.`, to: `/my-rides/${rideId}` };
  if (OVER_STATUSES.includes(ride.status) || !changes.some(isStaffEdit)) return news;
  // A card shows what is booked now, and not that it is new.
  return { ...news, title: isStaffEdit(last) ? title : `${CHANGED_BY_STAFF}. ${title}`, isUnsaid: true };
}

const DRIVER_RIDES = '/driver-rides';

/** What a change means to the driver, the detail less the route; null for what is their own doing. */
type DriverWords = { title: string; detail?: string } | null;

/**
 * What each change means to the driver; null for one that they made themself. What is not here is theirs to do, or does not
 * concern them.
 */
const DRIVER_NEWS: Readonly<
  Partial<Record<RideChange, (ride: DriverRide, entry: DriverEntry) => DriverWords>>
> = {
  accepted: (ride, { isByStaff }) => (isByStaff ? assignedWords(ride) : null),
  reassigned: assignedWords,
  edited: () => ({ title: 'Your ride was changed' }),
  extended: (ride) => ({ title: 'Your ride takes longer', detail: `Planned until ${plannedUntil(ride)}.` }),
  completed: (ride) =>
    ride.completedBy === 'staff' ? { title: COMPLETED_BY_STAFF, detail: shareInWords(ride) } : null,
  cancelled: (ride) => (ride.cancelledBy === 'no_show' ? null : { title: cancellationInWords(ride) }),
};

/** By staff a driver may get a ride, or have it in another vehicle. */
function assignedWords(ride: DriverRide): DriverWords {
  const pickup = pickupOf(ride);
  const when = `${formatDay(pickup, serverNow())}, ${formatTime(pickup)}.`;
  return {
    title: 'Dispatch assigned you a ride',
    detail: ride.vehicle ? `${when} ${ride.vehicle}.` : when,
  };
}

const plannedUntil = (ride: DriverRide): string =>
  formatTime(expectedEnd({ ...ride, scheduledAt: pickupOf(ride).toISOString() }));

const TAKEN: readonly RideChange[] = ['accepted', 'reassigned'];

/**
 * What to tell a driver of some changes of their ride: the last that is news; null where there is none. What was changed before
 * it was theirs is none, and once it is over, what it was changed to before says nothing.
 */
export function driverNews(ride: DriverRide, changes: readonly DriverEntry[]): RideNews | null {
  const taken = ride.history.findLast(({ change }) => TAKEN.includes(change))?.version ?? 0;
  const last = changes.findLast(({ change, version }) => DRIVER_NEWS[change] && version >= taken);
  const words = last && DRIVER_NEWS[last.change]?.(ride, last);
  if (!words) return null;
  const detail = [`${routeInWords(ride)}.`, words.detail].filter(Boolean).join(' ');
  const news = { rideId: ride.id, version: ride.version, title: words.title, detail, to: DRIVER_RIDES };
  // A list shows what is booked, and not that it is new.
  return OVER_STATUSES.includes(ride.status) ? news : { ...news, isUnsaid: true };
}

const REMOVED: Readonly<Record<RemovalReason, string | null>> = {
  reassigned: 'Dispatch gave one of your rides to another driver.',
  unassigned: 'Dispatch took one of your rides off your list.',
  given_back: null,
};

/** That a ride is no longer a driver's; null where they gave it back themself. */
export function removalNews({ id: rideId, version, reason }: RemovedRide): RideNews | null {
  const detail = REMOVED[reason];
  return detail ? { rideId, version, title: 'No longer your ride', detail, to: DRIVER_RIDES } : null;
}

/** Titles in a summary before the rest is only counted. */
const NAMED = 2;

/** What is told of several rides at once, and where that leads. */
export function summarizeNews(
  news: readonly RideNews[],
): Pick<RideNews, 'title' | 'detail' | 'to'> & { label: string } {
  const [first] = news;
  if (first && news.length === 1) return { ...first, label: 'Show' };
  const more = news.length - NAMED;
  const titles = news.slice(0, NAMED).map(({ title }) => title);
  return {
    title: `${news.length} of your rides have changed`,
    detail: `${titles.join('. ')}${more > 0 ? `, and ${more} more` : ''}.`,
    to: first?.to === DRIVER_RIDES ? DRIVER_RIDES : '/my-rides',
    label: 'Show',
  };
}

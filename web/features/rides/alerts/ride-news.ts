import { formatCents, formatDollarString } from '#common/money.ts';
import { routeInWords } from '#common/rides/overlap.ts';
import type { DriverRide, RiderEntry, RiderRide } from '#common/rides/ride.ts';
import type { RemovalReason, RemovedRide } from '#common/rides/ride-events.ts';
import { OVER_STATUSES, type RideChange } from '#common/rides/ride-states.ts';
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

/** That a driver's ride was cancelled by others, or completed in their place; null where neither is its last change. */
export function driverNews(ride: DriverRide): RideNews | null {
  const { id: rideId, version } = ride;
  const route = `${routeInWords(ride)}.`;
  const last = ride.history.at(-1)?.change;
  if (last === 'cancelled' && ride.cancelledBy !== 'no_show') {
    return { rideId, version, title: cancellationInWords(ride), detail: route, to: DRIVER_RIDES };
  }
  if (last === 'completed' && ride.completedBy === 'staff') {
    const detail = `${route} ${shareInWords(ride)}`;
    return { rideId, version, title: COMPLETED_BY_STAFF, detail, to: DRIVER_RIDES };
  }
  return null;
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

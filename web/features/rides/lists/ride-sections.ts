import type { DriverRide, RiderRide } from '#common/rides/ride.ts';

type AnyRide = RiderRide | DriverRide;

/** The rides of a page by section. */
interface RideSections<R> {
  active: R[];
  completed: R[];
  /** Never paid, or cancelled. */
  cancelled: R[];
}

const pickup = (ride: AnyRide) => `${ride.scheduledDate} ${ride.scheduledTime}`;
const latestPickupFirst = (a: AnyRide, b: AnyRide) => pickup(b).localeCompare(pickup(a));

const isInProgress = (ride: AnyRide) => ride.status === 'in_progress';
const nextPickupFirst = (a: AnyRide, b: AnyRide) =>
  Number(isInProgress(b)) - Number(isInProgress(a)) || pickup(a).localeCompare(pickup(b));

/**
 * Groups the rides of a rider or driver. Active rides: the one in progress first, then by next pickup. Past
 * rides: latest pickup first. A status that this build does not know counts as active.
 */
export function sectionsOf<R extends AnyRide>(rides: readonly R[]): RideSections<R> {
  const active = rides.filter(({ status }) => status !== 'completed' && status !== 'cancelled');
  const over = (status: R['status']) =>
    rides.filter((ride) => ride.status === status).toSorted(latestPickupFirst);
  return {
    active: active.toSorted(nextPickupFirst),
    completed: over('completed'),
    cancelled: over('cancelled'),
  };
}

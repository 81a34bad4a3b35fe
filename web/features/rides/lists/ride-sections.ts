import type { DriverRide, RiderRide } from '#common/rides/ride.ts';

type AnyRide = RiderRide | DriverRide;

/** The rides of a page, in the sections it shows. */
export interface RideSections<R> {
  active: R[];
  completed: R[];
  /** Never paid, or cancelled. */
  cancelled: R[];
}

const pickup = (ride: AnyRide) => `${ride.scheduledDate} ${ride.scheduledTime}`;
const newestFirst = (a: AnyRide, b: AnyRide) => b.createdAt.localeCompare(a.createdAt);
const latestPickupFirst = (a: AnyRide, b: AnyRide) => pickup(b).localeCompare(pickup(a));

const isInProgress = (ride: AnyRide) => ride.status === 'in_progress';
const nextPickupFirst = (a: AnyRide, b: AnyRide) =>
  Number(isInProgress(b)) - Number(isInProgress(a)) || pickup(a).localeCompare(pickup(b));

/** A status this build doesn't know is not over, so its ride counts as active. */
function divide<R extends AnyRide>(
  rides: readonly R[],
  activeOrder: (a: R, b: R) => number,
): RideSections<R> {
  const active = rides.filter(({ status }) => status !== 'completed' && status !== 'cancelled');
  const over = (status: R['status']) =>
    rides.filter((ride) => ride.status === status).toSorted(latestPickupFirst);
  return { active: active.toSorted(activeOrder), completed: over('completed'), cancelled: over('cancelled') };
}

/** A rider's rides: active ones by when they were requested, past ones by pickup, newest first. */
export const riderSections = (rides: readonly RiderRide[]): RideSections<RiderRide> =>
  divide(rides, newestFirst);

/** A driver's rides: the one under way, then the next pickup; past ones newest first. */
export const driverSections = (rides: readonly DriverRide[]): RideSections<DriverRide> =>
  divide(rides, nextPickupFirst);

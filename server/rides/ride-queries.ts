import type { QueryFilter } from 'mongoose';
import type { ServedKind } from '#common/drivers/driver.ts';
import { HOUR_MS } from '#common/durations.ts';
import { AppError } from '#common/errors.ts';
import { MAX_HOURS } from '#common/fares/fare-choices.ts';
import { type AssignedRide, assignedRideOf } from '#common/rides/assigned-ride.ts';
import { LATE_ACCEPT_MS } from '#common/rides/punctuality.ts';
import { MAX_OFFERS } from '#common/rides/ride.ts';
import { ACTIVE_STATUSES, ASSIGNED_STATUSES, SETTLED, STAMPS_PROJECTED } from '#common/rides/ride-states.ts';
import { addDays, toInstant } from '#common/time.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { identityOf, keysOf, mailboxOf } from '../users/mailbox-of.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from './ride-model.ts';

/** Finds a ride by id. @throws AppError NOT_FOUND */
export async function findRide(rideId: string): Promise<RideRecord> {
  const doc = await RideModel.findById(rideId).lean<RideDoc>();
  if (!doc) throw new AppError('NOT_FOUND', 'There is no such ride.');
  return toRideRecord(doc);
}

/** Lists all rides of a driver with their pickup after an instant, in any status, soonest first. */
export async function listDriverRidesAfter(driverId: string, after: Date): Promise<RideRecord[]> {
  const docs = await RideModel.find({ driverId, scheduledAt: { $gt: after } })
    .sort({ scheduledAt: 1, _id: 1 })
    .lean<RideDoc[]>();
  return docs.map(toRideRecord);
}

/** The pickup time after which a ride can still be accepted now. */
export const acceptableAfter = (): Date => new Date(databaseClock.nowMs() - LATE_ACCEPT_MS);

/**
 * Lists the open offers of some vehicle kinds (requested, settled, and not too late to accept), soonest
 * pickup first, ties by id. At most `MAX_OFFERS`.
 */
export async function listOffers(serves: readonly ServedKind[]): Promise<RideRecord[]> {
  if (serves.length === 0) return [];
  const docs = await RideModel.find({
    status: 'requested',
    paymentStatus: { $in: SETTLED },
    scheduledAt: { $gt: acceptableAfter() },
    $or: byLastDay(serves),
  })
    .sort({ scheduledAt: 1, _id: 1 })
    .limit(MAX_OFFERS)
    .lean<RideDoc[]>();
  return docs.map(toRideRecord);
}

/** Builds the filters on kind and date of an offer, one per last day of service. */
function byLastDay(serves: readonly ServedKind[]): QueryFilter<RideDoc>[] {
  const lastDays = [...new Set(serves.map(({ until }) => until))];
  return lastDays.map((until) => ({
    rideType: { $in: serves.filter((kind) => kind.until === until).map(({ rideType }) => rideType) },
    ...(until !== null && { scheduledDate: { $lte: until } }),
  }));
}

/** A driver's rides, or those with one of some vehicles. */
type OpenRidesOf = { driverId: string } | { vehicleId: string | readonly string[] };

/**
 * Lists the active rides of a driver or vehicle, soonest first. Also includes the rides in `orAnyOf`, in any
 * status and with any driver.
 */
export async function listOpenRides({
  orAnyOf = [],
  ...of
}: OpenRidesOf & { orAnyOf?: readonly string[] }): Promise<RideRecord[]> {
  const isOpen = { status: { $in: ACTIVE_STATUSES } };
  const owned =
    'driverId' in of
      ? { driverId: of.driverId, ...isOpen }
      : { vehicleId: { $in: [of.vehicleId].flat() }, ...isOpen };
  const docs = await RideModel.find(orAnyOf.length > 0 ? { $or: [owned, { _id: { $in: orAnyOf } }] } : owned)
    .sort({ scheduledAt: 1, _id: 1 })
    .lean<RideDoc[]>();
  return docs.map(toRideRecord);
}

const PLANNED_FIELDS = {
  driverId: 1,
  vehicleId: 1,
  status: 1,
  scheduledAt: 1,
  hours: 1,
  stops: 1,
  pickupLocation: 1,
  dropoffLocation: 1,
  history: 1,
} as const;

/** Lists time, place, driver, vehicle and history of each accepted or started ride, soonest first. */
export async function listPlannedRides() {
  const docs = await RideModel.find({ status: { $in: ASSIGNED_STATUSES } }, PLANNED_FIELDS)
    .sort({ scheduledAt: 1, _id: 1 })
    .lean<Pick<RideDoc, '_id' | keyof typeof PLANNED_FIELDS>[]>();
  return docs.map(({ _id, scheduledAt, hours, stops, vehicleId, history, ...ride }) => ({
    ...ride,
    history: history.map(({ change, at }) => ({ change, at: at.toISOString() })),
    vehicleId: vehicleId ?? null,
    id: _id.toHexString(),
    hours: hours ?? null,
    stops: stops ?? [],
    scheduledAt: scheduledAt.toISOString(),
  }));
}

const ASSIGNED_FIELDS = {
  driverId: 1,
  status: 1,
  scheduledAt: 1,
  ...STAMPS_PROJECTED,
  hours: 1,
  stops: 1,
  history: 1,
  version: 1,
} as const;

/** Lists the accepted and started rides with their pickup before an instant, soonest first. */
export async function listAssignedRides(before: Date): Promise<AssignedRide[]> {
  const docs = await RideModel.find(
    { status: { $in: ASSIGNED_STATUSES }, scheduledAt: { $lt: before } },
    ASSIGNED_FIELDS,
  )
    .sort({ scheduledAt: 1, _id: 1 })
    .lean<Pick<RideDoc, '_id' | keyof typeof ASSIGNED_FIELDS>[]>();
  return docs.map((ride) =>
    assignedRideOf({
      ...ride,
      id: ride._id.toHexString(),
      scheduledAt: ride.scheduledAt.toISOString(),
      enRouteAt: ride.enRouteAt?.toISOString() ?? null,
      arrivedAt: ride.arrivedAt?.toISOString() ?? null,
      hours: ride.hours ?? null,
      stops: ride.stops ?? [],
      history: ride.history.map(({ change, at }) => ({ change, at: at.toISOString() })),
    }),
  );
}

const LONGEST_RIDE_MS = MAX_HOURS * HOUR_MS;

/** Lists rides that may overlap a span, soonest first; cancelled rides are left out. */
export async function listRidesBetween(from: Date, until: Date): Promise<RideRecord[]> {
  const docs = await RideModel.find({
    status: { $in: [...ACTIVE_STATUSES, 'completed'] },
    scheduledAt: { $gt: new Date(from.getTime() - LONGEST_RIDE_MS), $lt: until },
  })
    .sort({ scheduledAt: 1, _id: 1 })
    .lean<RideDoc[]>();
  return docs.map(toRideRecord);
}

/**
 * Whether a rider, by account or any present or former mailbox, has a settled ride. Cancelled rides do not
 * count, even when a fee was charged.
 */
export async function hasRidden(riderId: string): Promise<boolean> {
  const rider = await identityOf(riderId);
  const isTheirs = [{ riderId: { $in: rider.riderIds } }, { riderKey: { $in: keysOf(rider) } }];
  const isRide = { status: { $ne: 'cancelled' }, paymentStatus: { $in: SETTLED } } as const;
  return (await RideModel.exists({ $or: isTheirs, ...isRide })) !== null;
}

/**
 * Counts the settled rides on each day from `from` to `to` (YYYY-MM-DD in Las Vegas). Leaves out days without
 * rides; cancelled rides do not count.
 */
export async function countRidesByDay(from: string, to: string): Promise<{ date: string; count: number }[]> {
  const docs = await RideModel.find(
    {
      status: { $in: [...ACTIVE_STATUSES, 'completed'] },
      paymentStatus: { $in: SETTLED },
      scheduledAt: { $gte: toInstant(from, '00:00'), $lt: toInstant(addDays(to, 1), '00:00') },
    },
    { scheduledDate: 1 },
  ).lean<Pick<RideDoc, 'scheduledDate'>[]>();
  const counts = new Map<string, number>();
  for (const { scheduledDate } of docs) counts.set(scheduledDate, (counts.get(scheduledDate) ?? 0) + 1);
  return [...counts].map(([date, count]) => ({ date, count }));
}

/** Returns route and pickup time of some rides, for lists of other entities. Skips ids without a ride. */
export async function describeRides(
  rideIds: readonly string[],
): Promise<{ id: string; from: string; to: string; pickupAt: string | null }[]> {
  if (rideIds.length === 0) return [];
  const docs = await RideModel.find({ _id: { $in: rideIds } }).lean<RideDoc[]>();
  return docs.map(({ _id, pickupLocation, dropoffLocation, scheduledAt }) => ({
    id: _id.toHexString(),
    from: pickupLocation,
    to: dropoffLocation,
    pickupAt: scheduledAt?.toISOString() ?? null,
  }));
}

/**
 * Finds a ride by id, or the first ride of a mailbox that took place on a day (YYYY-MM-DD in Las Vegas). Null
 * when there is none.
 */
export async function findFittingRide(trip: { rideId: string } | { email: string; date: string }) {
  const filter: QueryFilter<RideDoc> =
    'rideId' in trip
      ? { _id: trip.rideId }
      : {
          riderKey: mailboxOf(trip.email),
          scheduledDate: trip.date,
          status: { $in: ['in_progress', 'completed'] },
        };
  const doc = await RideModel.findOne(filter).sort({ scheduledAt: 1, _id: 1 }).lean<RideDoc>();
  if (!doc) return null;
  const [place] = await describeRides([doc._id.toHexString()]);
  return place ? { ...place, rideType: doc.rideType, driverName: doc.driver?.firstName ?? null } : null;
}

/** Whether a ride exists and is settled: paid for, waived or on account. */
export async function isRideSettled(rideId: string): Promise<boolean> {
  return (await RideModel.exists({ _id: rideId, paymentStatus: { $in: SETTLED } })) !== null;
}

/** Whether a ride with this id exists. */
export const isRide = async (rideId: string): Promise<boolean> =>
  (await RideModel.exists({ _id: rideId })) !== null;

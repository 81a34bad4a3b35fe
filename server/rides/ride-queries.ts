import type { QueryFilter } from 'mongoose';
import type { ServedKind } from '#common/drivers/driver.ts';
import { DAY_MS } from '#common/durations.ts';
import { AppError } from '#common/errors.ts';
import { MAX_HOURS } from '#common/fares/fare-choices.ts';
import { MAX_OFFERS } from '#common/rides/ride.ts';
import { RECENT_MS, type RecentRides } from '#common/rides/ride-events.ts';
import { ACTIVE_STATUSES, OVER_STATUSES, SETTLED } from '#common/rides/ride-states.ts';
import { addDays, toInstant } from '#common/time.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { identityOf, keysOf, mailboxOf } from '../users/mailbox-of.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from './ride-model.ts';

/** The most rides in one list, not counting older active ones. */
const LIST_LIMIT = 200;

/** Finds a ride by id. @throws AppError NOT_FOUND */
export async function findRide(rideId: string): Promise<RideRecord> {
  const doc = await RideModel.findById(rideId).lean<RideDoc>();
  if (!doc) throw new AppError('NOT_FOUND', 'There is no such ride.');
  return toRideRecord(doc);
}

/** Lists a rider's rides, newest first: the latest 200, and all older ones that are active. */
export const listRiderRides = (riderId: string): Promise<RideRecord[]> => listRides({ riderId });

/** Lists a driver's rides, newest first: the latest 200, and all older ones that are active. */
export const listDriverRides = (driverId: string): Promise<RideRecord[]> => listRides({ driverId });

/** Lists all rides of a driver with their pickup after an instant, in any status, soonest first. */
export async function listDriverRidesAfter(driverId: string, after: Date): Promise<RideRecord[]> {
  const docs = await RideModel.find({ driverId, scheduledAt: { $gt: after } })
    .sort({ scheduledAt: 1, _id: 1 })
    .lean<RideDoc[]>();
  return docs.map(toRideRecord);
}

type Owner = { riderId: string } | { driverId: string };

/** Ids break ties, so that the cut at the limit is stable. */
const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

/**
 * Lists an owner's rides, in one query for nearly every user, because a thousand reconnecting pages each load
 * their list at once.
 */
async function listRides(owner: Owner): Promise<RideRecord[]> {
  const latest = await findNewest(owner, LIST_LIMIT);
  const last = latest.at(-1);
  const before = last && latest.length === LIST_LIMIT ? await listActiveBefore(owner, last) : [];
  return [...latest, ...before].map(toRideRecord);
}

type OwnerKey = 'riderId' | 'driverId';

/** Lists by owner: null for owners with more than `most` rides in it. */
type Lists<List> = Map<string, List | null>;
type WholeList = { rides: RideRecord[] };
type RecentList = RecentRides<RideRecord>;

/** Lists the rides of several riders, each as `listRiderRides` does, but only if there are few. */
export const listRidesOfRiders = (riderIds: readonly string[], most: number): Promise<Lists<WholeList>> =>
  listShort('riderId', riderIds, most);

/** Lists the rides of several drivers, each as `listDriverRides` does, but only if there are few. */
export const listRidesOfDrivers = (driverIds: readonly string[], most: number): Promise<Lists<WholeList>> =>
  listShort('driverId', driverIds, most);

/** How many rides, and how many versions, one query reads at most, so that it stays short. */
const RIDES_AT_ONCE = 1_000;
const VERSIONS_AT_ONCE = 4_000;

async function listShort(
  key: OwnerKey,
  ownerIds: readonly string[],
  most: number,
): Promise<Lists<WholeList>> {
  const found = await findOfEach(key, ownerIds, {
    find: findNewest,
    each: most + 1,
    together: RIDES_AT_ONCE,
  });
  return new Map(
    found.map(([id, docs]) => [id, docs.length > most ? null : { rides: docs.map(toRideRecord) }]),
  );
}

/** Lists the recent rides of several riders, and the versions of all that `listRiderRides` lists. */
export const listRecentRidesOfRiders = (
  riderIds: readonly string[],
  most: number,
): Promise<Lists<RecentList>> => listRecent('riderId', riderIds, most);

/** Lists the recent rides of several drivers, and the versions of all that `listDriverRides` lists. */
export const listRecentRidesOfDrivers = (
  driverIds: readonly string[],
  most: number,
): Promise<Lists<RecentList>> => listRecent('driverId', driverIds, most);

/**
 * Reads the versions first: a ride that changes in between is then listed at a later version than required,
 * instead of an earlier one.
 */
async function listRecent(
  key: OwnerKey,
  ownerIds: readonly string[],
  most: number,
): Promise<Lists<RecentList>> {
  const versions = new Map(
    await findOfEach(key, ownerIds, { find: findVersions, each: LIST_LIMIT, together: VERSIONS_AT_ONCE }),
  );
  const recent = await findOfEach(key, ownerIds, {
    find: findRecent,
    each: most + 1,
    together: RIDES_AT_ONCE,
  });
  const versionsOf = (ownerId: string) =>
    Object.fromEntries((versions.get(ownerId) ?? []).map(({ _id, version }) => [_id.toHexString(), version]));
  return new Map(
    recent.map(([id, docs]) => [
      id,
      docs.length > most ? null : { rides: docs.map(toRideRecord), versions: versionsOf(id) },
    ]),
  );
}

type OwnedDoc = Pick<RideDoc, OwnerKey>;

/**
 * Finds up to `each` documents of each owner by one query, or by one query for each owner if they are more
 * than `together`.
 *
 * @param find returns the newest documents that match, newest first
 */
async function findOfEach<Doc extends OwnedDoc>(
  key: OwnerKey,
  ownerIds: readonly string[],
  {
    find,
    each,
    together,
  }: {
    find: (owned: QueryFilter<RideDoc>, limit: number) => Promise<Doc[]>;
    each: number;
    together: number;
  },
): Promise<[ownerId: string, docs: Doc[]][]> {
  const found = await find({ [key]: { $in: ownerIds } }, together);
  const isCut = found.length >= together;
  return Promise.all(
    ownerIds.map(async (ownerId): Promise<[string, Doc[]]> => {
      const seen = found.filter((doc) => doc[key] === ownerId);
      return [
        ownerId,
        isCut && seen.length < each ? await find({ [key]: ownerId }, each) : seen.slice(0, each),
      ];
    }),
  );
}

/**
 * Sorts by an index that the end of a ride does not change, so that a ride which ends meanwhile is not
 * missed.
 */
const findNewest = (filter: QueryFilter<RideDoc>, limit: number): Promise<RideDoc[]> =>
  RideModel.find(filter).sort(NEWEST_FIRST).limit(limit).lean<RideDoc[]>();

/**
 * Rides booked earlier than this, in milliseconds, are not searched for recent changes, so that the query
 * does not read all rides of a driver. If one changed, its version tells.
 */
const SEARCHED_MS = 31 * DAY_MS;

/** Finds active rides and, among those booked within a month, those that are over and changed recently. */
async function findRecent(owned: QueryFilter<RideDoc>, limit: number): Promise<RideDoc[]> {
  const nowMs = databaseClock.nowMs();
  const [active, over] = await Promise.all([
    findNewest({ ...owned, status: { $in: ACTIVE_STATUSES } }, limit),
    findNewest(
      {
        ...owned,
        status: { $in: OVER_STATUSES },
        createdAt: { $gte: new Date(nowMs - SEARCHED_MS) },
        'history.at': { $gte: new Date(nowMs - RECENT_MS) },
      },
      limit,
    ),
  ]);
  // A ride that ends between the two queries is found by both.
  return [...new Map([...active, ...over].map((doc) => [doc._id.toHexString(), doc])).values()];
}

const findVersions = (
  filter: QueryFilter<RideDoc>,
  limit: number,
): Promise<(OwnedDoc & Pick<RideDoc, '_id' | 'version'>)[]> =>
  RideModel.find(filter, { riderId: 1, driverId: 1, version: 1 }).sort(NEWEST_FIRST).limit(limit).lean();

const listActiveBefore = (owner: Owner, { createdAt, _id }: RideDoc): Promise<RideDoc[]> =>
  RideModel.find({
    ...owner,
    status: { $in: ACTIVE_STATUSES },
    $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: _id } }],
  })
    .sort(NEWEST_FIRST)
    .lean<RideDoc[]>();

/**
 * Lists the open offers of some vehicle kinds (requested and settled), soonest pickup first, ties by id. At
 * most `MAX_OFFERS`.
 */
export async function listOffers(serves: readonly ServedKind[]): Promise<RideRecord[]> {
  if (serves.length === 0) return [];
  const docs = await RideModel.find({
    status: 'requested',
    paymentStatus: { $in: SETTLED },
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
  const docs = await RideModel.find({ status: { $in: ['accepted', 'in_progress'] } }, PLANNED_FIELDS)
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

const LONGEST_RIDE_MS = MAX_HOURS * 3_600_000;

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

import type { QueryFilter } from 'mongoose';
import { DAY_MS } from '#common/durations.ts';
import { RECENT_MS, type RecentRides } from '#common/rides/ride-events.ts';
import { ACTIVE_STATUSES, OVER_STATUSES } from '#common/rides/ride-states.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from './ride-model.ts';

/** The most rides in one list, not counting older ones that are active or scheduled recently. */
const LIST_LIMIT = 200;

/**
 * Rides scheduled longer ago than this, in milliseconds, are not recent: when they are over, only the latest
 * 200 are listed, and they are not searched for changes.
 */
const RECENTLY_SCHEDULED_MS = 31 * DAY_MS;

/** Also matches rides scheduled in the future, which may be over: cancelled. */
const isScheduledRecently = () => ({
  scheduledAt: { $gte: new Date(databaseClock.nowMs() - RECENTLY_SCHEDULED_MS) },
});

/**
 * Lists a rider's rides, newest first: the latest 200, and all older ones that are active or scheduled within
 * the last month or later.
 */
export const listRiderRides = (riderId: string): Promise<RideRecord[]> => listRides({ riderId });

/**
 * Lists a driver's rides, newest first: the latest 200, and all older ones that are active or scheduled
 * within the last month or later.
 */
export const listDriverRides = (driverId: string): Promise<RideRecord[]> => listRides({ driverId });

type Owner = { riderId: string } | { driverId: string };

/** Ids break ties, so that the cut at the limit is stable. */
const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

/**
 * Lists an owner's rides, in one query for nearly every user, because a thousand reconnecting pages each load
 * their list at once.
 */
async function listRides(owner: Owner): Promise<RideRecord[]> {
  const latest = await findNewest(owner, LIST_LIMIT);
  const last = lastOfFull(latest);
  return [...latest, ...(last ? await listOlder(owner, last) : [])].map(toRideRecord);
}

/** The ride that a list ends with because of the limit. Older rides may exist. */
const lastOfFull = <Doc>(latest: readonly Doc[]): Doc | undefined => latest[LIST_LIMIT - 1];

async function listOlder(owner: Owner, last: RideDoc): Promise<RideDoc[]> {
  const [active, scheduled] = await Promise.all([
    RideModel.find({ ...owner, status: { $in: ACTIVE_STATUSES }, ...isOlderThan(last) }).lean<RideDoc[]>(),
    RideModel.find(scheduledBefore(owner, last)).sort(BY_SCHEDULE).lean<RideDoc[]>(),
  ]);
  return withoutRepeats([...active, ...scheduled]).toSorted(
    (one, other) =>
      other.createdAt.getTime() - one.createdAt.getTime() ||
      other._id.toString().localeCompare(one._id.toString()),
  );
}

type Place = Pick<RideDoc, '_id' | 'createdAt'>;

const isOlderThan = ({ createdAt, _id }: Place) => ({
  $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: _id } }],
});

const scheduledBefore = (owner: QueryFilter<RideDoc>, last: Place): QueryFilter<RideDoc> => ({
  ...owner,
  ...isScheduledRecently(),
  ...isOlderThan(last),
});

/** The order of the index that finds recently scheduled rides without reading all rides of an owner. */
const BY_SCHEDULE = { scheduledAt: -1 } as const;

/** Drops repeated documents: a ride that ends between two queries may be found by both. */
const withoutRepeats = (docs: readonly RideDoc[]): RideDoc[] => [
  ...new Map(docs.map((doc) => [doc._id.toHexString(), doc])).values(),
];

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
  const latest = await findOfEach(key, ownerIds, {
    find: findVersions,
    each: LIST_LIMIT,
    together: VERSIONS_AT_ONCE,
  });
  const versions = new Map(
    await Promise.all(
      latest.map(async ([id, docs]) => [id, [...docs, ...(await findOlderVersions(key, id, docs))]] as const),
    ),
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
 * Finds active rides and, among those scheduled recently, those that are over and changed recently. If an
 * earlier one changed, its version tells.
 */
async function findRecent(owned: QueryFilter<RideDoc>, limit: number): Promise<RideDoc[]> {
  const [active, over] = await Promise.all([
    findNewest({ ...owned, status: { $in: ACTIVE_STATUSES } }, limit),
    findNewest(
      {
        ...owned,
        status: { $in: OVER_STATUSES },
        ...isScheduledRecently(),
        'history.at': { $gte: new Date(databaseClock.nowMs() - RECENT_MS) },
      },
      limit,
    ),
  ]);
  return withoutRepeats([...active, ...over]);
}

type VersionDoc = OwnedDoc & Place & Pick<RideDoc, 'version'>;

const VERSION_FIELDS = { riderId: 1, driverId: 1, createdAt: 1, version: 1 } as const;

const findVersions = (filter: QueryFilter<RideDoc>, limit: number): Promise<VersionDoc[]> =>
  RideModel.find(filter, VERSION_FIELDS).sort(NEWEST_FIRST).limit(limit).lean();

/** Finds the versions of an owner's older rides that were scheduled recently. */
async function findOlderVersions(
  key: OwnerKey,
  ownerId: string,
  latest: readonly VersionDoc[],
): Promise<VersionDoc[]> {
  const last = lastOfFull(latest);
  if (!last) return [];
  return RideModel.find(scheduledBefore({ [key]: ownerId }, last), VERSION_FIELDS)
    .sort(BY_SCHEDULE)
    .lean();
}

import type { QueryFilter } from 'mongoose';
import { DAY_MS } from '#common/durations.ts';
import { RECENT_MS, type RecentRides } from '#common/rides/ride-events.ts';
import { ACTIVE_STATUSES, OVER_STATUSES } from '#common/rides/ride-states.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from './ride-model.ts';

/** The most rides in one list, not counting older active ones. */
const LIST_LIMIT = 200;

/** Lists a rider's rides, newest first: the latest 200, and all older ones that are active. */
export const listRiderRides = (riderId: string): Promise<RideRecord[]> => listRides({ riderId });

/** Lists a driver's rides, newest first: the latest 200, and all older ones that are active. */
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

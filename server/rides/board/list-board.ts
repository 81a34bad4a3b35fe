import { type QueryFilter, Types } from 'mongoose';
import {
  type BoardFilters,
  type BoardGroup,
  NEXT_MS,
  NOW_MS,
  UNASSIGNED,
  valuesIn,
} from '#common/rides/board.ts';
import { BOARD_PAGE, type BoardCounts, type BoardPage } from '#common/rides/board-api.ts';
import { searchWordsOf } from '#common/rides/ride-search.ts';
import { ACTIVE_STATUSES, OVER_STATUSES, rideStatusSchema } from '#common/rides/ride-states.ts';
import { listAlertedRides } from '../../alerts/alerts.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { someStartsWith } from '../../infra/mongo.ts';
import { presentStaffRide } from '../present-ride.ts';
import { COUNTED_INDEX, type RideDoc, RideModel, toRideRecord } from '../ride-model.ts';

interface BoardQuery extends BoardFilters {
  group: BoardGroup;
  after?: string | undefined;
}

/** Lists a page of one group of the board. Groups are those of `boardGroupOf` at this instant. */
export async function listBoard({ group, after, ...filters }: BoardQuery): Promise<BoardPage> {
  const clauses = [...(await clausesOfGroup(group, databaseClock.now())), ...clausesOfFilters(filters)];
  const direction = group === 'past' ? -1 : 1;
  const cursor = after === undefined ? [] : [pastCursor(after, direction)];
  // Only this group grows for ever, and none of its conditions is about the pickup's time.
  const hint = group === 'past' ? hintOf(filters) : {};
  const [docs, count] = await Promise.all([
    RideModel.find({ $and: [...clauses, ...cursor] })
      .sort({ scheduledAt: direction, _id: direction })
      .limit(BOARD_PAGE + 1)
      .lean<RideDoc[]>(),
    RideModel.countDocuments({ $and: clauses }, hint),
  ]);
  const last = docs.length > BOARD_PAGE ? docs[BOARD_PAGE - 1] : undefined;
  return {
    rides: docs.slice(0, BOARD_PAGE).map((doc) => presentStaffRide(toRideRecord(doc))),
    next: last ? cursorOf(last) : null,
    count,
  };
}

/**
 * Lets MongoDB count in the index alone, if the index has every field of the filters. Without the hint it
 * reads the rides: almost all of them match, so that any other index seems to be as good.
 */
const hintOf = ({ date, q }: BoardFilters) =>
  clausesOfFilters({ date, q }).length === 0 ? { hint: COUNTED_INDEX } : {};

/** The filters with counts, and the ride field behind each. */
const COUNTED = { status: '$status', vehicle: '$rideType', driver: '$driverId' } as const;
const COUNTED_NAMES = ['status', 'vehicle', 'driver'] as const;

/** Rides with the same values of all counted fields. */
interface Cell {
  _id: { status: string; vehicle: string; driver: Types.ObjectId | string | null };
  n: number;
}

/**
 * Counts how many rides each choice of status, vehicle and driver would list, given the other filters. All
 * choices are counted together.
 */
export async function countBoard({ date, q, ...chosen }: BoardFilters): Promise<BoardCounts> {
  const alerted = await listAlertedIds();
  const count = (clause: Clause, options = {}) =>
    RideModel.aggregate<Cell>(
      [
        { $match: { $and: [clause, ...clausesOfFilters({ date, q })] } },
        { $group: { _id: COUNTED, n: { $sum: 1 } } },
      ],
      options,
    );
  // The two halves of `isOnBoard`. No index covers them joined by `$or`.
  const halves = await Promise.all([
    count(isUnexpired, hintOf({ date, q })),
    // Mongoose does not cast pipelines, so the ids must be ObjectIds.
    count({ _id: { $in: alerted }, paymentStatus: 'expired' }),
  ]);
  const counts: BoardCounts = { status: {}, vehicle: {}, driver: {} };
  for (const { _id, n } of halves.flat()) {
    const cell = { ..._id, driver: _id.driver ? String(_id.driver) : UNASSIGNED };
    const misses = COUNTED_NAMES.filter(
      (name) => chosen[name] && !valuesIn(chosen[name]).includes(cell[name]),
    );
    for (const name of COUNTED_NAMES) {
      if (misses.every((missed) => missed === name))
        counts[name][cell[name]] = (counts[name][cell[name]] ?? 0) + n;
    }
  }
  return counts;
}

const listAlertedIds = async () =>
  (await listAlertedRides()).filter((id) => Types.ObjectId.isValid(id)).map((id) => new Types.ObjectId(id));

type Clause = QueryFilter<RideDoc>;

const isUnexpired: Clause = { paymentStatus: { $ne: 'expired' } };

async function clausesOfGroup(group: BoardGroup, now: Date): Promise<Clause[]> {
  const alerted = await listAlertedIds();
  if (group === 'attention') return [{ _id: { $in: alerted } }];

  const isElsewhere = { _id: { $nin: alerted } };
  const nowUntil = new Date(now.getTime() + NOW_MS);
  const nextUntil = new Date(now.getTime() + NEXT_MS);
  // A ride in progress always belongs to `now`, whatever its pickup time.
  const isAhead = { status: { $in: ACTIVE_STATUSES.filter((status) => status !== 'in_progress') } };
  switch (group) {
    case 'now':
      return [
        isElsewhere,
        { $or: [{ status: 'in_progress' }, { ...isAhead, scheduledAt: { $lte: nowUntil } }] },
      ];
    case 'next':
      return [isElsewhere, { ...isAhead, scheduledAt: { $gt: nowUntil, $lte: nextUntil } }];
    case 'later':
      return [isElsewhere, { ...isAhead, scheduledAt: { $gt: nextUntil } }];
    case 'past':
      // An unpaid request that expired never became a ride.
      return [isElsewhere, { status: { $in: OVER_STATUSES } }, isUnexpired];
  }
}

function clausesOfFilters({ status, vehicle, driver, date, q }: BoardFilters): Clause[] {
  const statuses = valuesIn(status);
  const drivers = valuesIn(driver).map((id) => (id === UNASSIGNED ? null : id));
  return [
    ...(status
      ? [{ status: { $in: rideStatusSchema.options.filter((each) => statuses.includes(each)) } }]
      : []),
    ...(vehicle ? [{ rideType: { $in: valuesIn(vehicle) } }] : []),
    ...(driver ? [{ driverId: { $in: drivers } }] : []),
    ...(date ? [{ scheduledDate: date }] : []),
    ...searchWordsOf(q ?? '').map((word) => ({ searchTerms: someStartsWith(word) })),
  ];
}

const cursorOf = ({ scheduledAt, _id }: Pick<RideDoc, 'scheduledAt' | '_id'>): string =>
  `${scheduledAt.getTime()}-${_id.toHexString()}`;

/** Matches what comes after a cursor. The condition on `scheduledAt` alone lets the index find it. */
function pastCursor(cursor: string, direction: 1 | -1): Clause {
  const dash = cursor.lastIndexOf('-');
  const at = new Date(Number(cursor.slice(0, dash)));
  const id = new Types.ObjectId(cursor.slice(dash + 1));
  return direction === 1
    ? { scheduledAt: { $gte: at }, $or: [{ scheduledAt: { $gt: at } }, { _id: { $gt: id } }] }
    : { scheduledAt: { $lte: at }, $or: [{ scheduledAt: { $lt: at } }, { _id: { $lt: id } }] };
}

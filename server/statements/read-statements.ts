import { MINUTE_MS } from '#common/durations.ts';
import {
  type OwnStatement,
  type Statement,
  type StatementRide,
  type StatementSummary,
  statementSummarySchema,
  sumStatement,
} from '#common/statements/statement.ts';
import { OWN_WEEKS } from '#common/statements/statements-api.ts';
import { spanOfWeek, weekAt } from '#common/statements/week.ts';
import { addDays } from '#common/time.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { hasEarnedBefore, listEarnings, type RideEarning } from '../rides/ride-earnings.ts';
import { findUsers } from '../users/accounts.ts';
import { type StatementDoc, StatementModel } from './statement-model.ts';

/** How long after Sunday midnight a ride completed before it may still be in the process of being stored. */
const GRACE_MS = 5 * MINUTE_MS;

/** Whether a week has ended and no more rides can be added to it. */
export const isOver = (week: string): boolean =>
  spanOfWeek(week).to.getTime() + GRACE_MS <= databaseClock.nowMs();

/** A driver's week with the version of its stored part. */
export interface VersionedStatement {
  statement: Statement;
  version: number;
}

/** Returns the week of every driver with earnings or changes in it, by name. */
export async function readWeek(week: string): Promise<VersionedStatement[]> {
  // Statements first: if a week is marked as paid in between, it appears unpaid with an outdated version.
  const docs = await StatementModel.find({ week }).lean<StatementDoc[]>();
  const earnings = await listEarnings({ span: spanOfWeek(week) });
  const driverIds = [...new Set([...docs, ...earnings].map(({ driverId }) => driverId))];
  const names = await namesOf(driverIds);
  return driverIds
    .map((driverId) =>
      present(
        { driverId, driverName: names.get(driverId) ?? 'Unknown driver', week },
        docs.find((doc) => doc.driverId === driverId) ?? null,
        earnings.filter((earning) => earning.driverId === driverId),
      ),
    )
    .toSorted(({ statement: one }, { statement: other }) => one.driverName.localeCompare(other.driverName));
}

/** Returns one driver's week, possibly without rides and changes. */
export async function readStatement(driverId: string, week: string): Promise<VersionedStatement> {
  const doc = await StatementModel.findOne({ driverId, week }).lean<StatementDoc>();
  const earnings = await listEarnings({ span: spanOfWeek(week), driverId });
  const driverName = (await namesOf([driverId])).get(driverId) ?? 'Unknown driver';
  return present({ driverId, driverName, week }, doc, earnings);
}

/** Returns a driver's own week, like {@link readStatement}. */
export const readOwnWeek = async (driverId: string, week: string): Promise<OwnStatement> =>
  presentOwn((await readStatement(driverId, week)).statement);

/** Returns a statement without its rides. */
export const summaryOf = (statement: Statement): StatementSummary => statementSummarySchema.parse(statement);

/**
 * Returns a page of a driver's own weeks, newest first: of eight weeks those with content, and always the
 * current one.
 *
 * @param after the earliest week of the previous page
 */
export async function listOwnWeeks(
  driverId: string,
  after?: string,
): Promise<{ statements: OwnStatement[]; next: string | null }> {
  const current = weekAt(databaseClock.now());
  const newest = after ? addDays(after, -7) : current;
  const oldest = addDays(newest, -7 * (OWN_WEEKS - 1));
  const span = { from: spanOfWeek(oldest).from, to: spanOfWeek(newest).to };
  const docs = await StatementModel.find({ driverId, week: { $gte: oldest, $lte: newest } }).lean<
    StatementDoc[]
  >();
  const earnings = await listEarnings({ span, driverId });

  const weeks = Array.from({ length: OWN_WEEKS }, (_, index) => addDays(newest, -7 * index));
  const statements = weeks.map((week) => {
    const doc = docs.find((each) => each.week === week) ?? null;
    const rides = earnings.filter(({ at }) => weekAt(new Date(at)) === week);
    return presentOwn(present({ driverId, driverName: '', week }, doc, rides).statement);
  });
  const hasMore =
    (await hasEarnedBefore(driverId, span.from)) ||
    (await StatementModel.exists({ driverId, week: { $lt: oldest } })) !== null;
  return {
    statements: statements.filter(
      ({ week, rides, changes }) => week === current || rides.length + changes.length > 0,
    ),
    next: hasMore ? oldest : null,
  };
}

async function namesOf(userIds: readonly string[]): Promise<Map<string, string>> {
  const users = await findUsers(userIds);
  return new Map(users.map(({ id, name }) => [id, name]));
}

/** Builds a statement. A paid one shows its frozen data, and which final fares are still under review. */
function present(
  about: Pick<Statement, 'driverId' | 'driverName' | 'week'>,
  doc: StatementDoc | null,
  earnings: readonly RideEarning[],
): VersionedStatement {
  const paid = doc?.paid ?? null;
  const changes = doc?.changes ?? [];
  const waiting = new Set(earnings.filter((each) => each.isUnderReview).map(({ rideId }) => rideId));
  const rides =
    paid?.rides.map((ride) =>
      waiting.has(ride.rideId) ? { ...ride, isUnderReview: true as const } : ride,
    ) ?? earnings.map(({ driverId: _, ...ride }): StatementRide => ride);
  const underReviewCount = rides.filter(({ isUnderReview }) => isUnderReview).length;
  return {
    version: doc?.version ?? 0,
    statement: {
      ...about,
      ...(underReviewCount > 0 && { underReviewCount }),
      ...(paid && { driverName: paid.driverName }),
      ...sumStatement(rides, changes),
      paid: paid && { at: paid.at.toISOString(), by: paid.by.name },
      rides,
      changes: changes.map(({ id, at, cents, reason, by }) => ({
        id,
        at: at.toISOString(),
        cents,
        reason,
        by: by.name,
      })),
    },
  };
}

function presentOwn(statement: Statement): OwnStatement {
  const { driverId: _id, driverName: _name, underReviewCount: _count, paid, changes, ...rest } = statement;
  return {
    ...rest,
    paidAt: paid?.at ?? null,
    changes: changes.map(({ by: _by, ...change }) => change),
  };
}

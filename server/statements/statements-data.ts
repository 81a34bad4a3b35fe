import type { QueryFilter } from 'mongoose';
import { DELETED_NAME, DELETED_PLACE } from '#common/personal-data/personal-data.ts';
import { earnedCents } from '#common/rides/driver-earnings.ts';
import { sumStatement } from '#common/statements/statement.ts';
import { weekAt } from '#common/statements/week.ts';
import { isoOf, type PersonalDataSource } from '../personal-data-source.ts';
import { listEarnings } from '../rides/ride-earnings.ts';
import { firstCorrectedWeek, paidCentsOf } from './change-statement.ts';
import { type StatementDoc, StatementModel } from './statement-model.ts';

/**
 * The weekly statements of drivers. Amounts stay. Erasure and the retention period remove the driver's name
 * and the places of rides.
 */
export const statementsData = {
  async read({ id }) {
    const docs = await StatementModel.find({ driverId: id }).sort({ week: 1 }).lean<StatementDoc[]>();
    return {
      statements: docs.map(({ week, paid, changes }) => ({
        week,
        paidAt: isoOf(paid?.at),
        paysCents: paid?.paysCents ?? null,
        changes: changes.map((change) => ({
          id: change.id,
          at: change.at.toISOString(),
          cents: change.cents,
          reason: change.reason,
        })),
      })),
    };
  },
  async erase({ id, bookedIds }) {
    await StatementModel.updateMany(
      { driverId: id, paid: { $ne: null } },
      { $set: { 'paid.driverName': DELETED_NAME } },
    );
    for (const rideId of bookedIds) await stripPlaces({}, rideId);
  },
  async removeBefore(before) {
    const isOld = { week: { $lt: weekAt(before) } };
    await StatementModel.updateMany(
      { ...isOld, paid: { $ne: null }, 'paid.driverName': { $ne: DELETED_NAME } },
      { $set: { 'paid.driverName': DELETED_NAME } },
    );
    await stripPlaces(isOld, { $ne: null });
  },
} satisfies PersonalDataSource;

const CORRECTED = 'A ride was corrected';
const ELSEWHERE = { $ne: DELETED_PLACE };

/**
 * Removes the places of rides from paid statements and from corrections.
 *
 * @param rideId a ride, or a condition; manual changes have null
 */
async function stripPlaces(weeks: QueryFilter<StatementDoc>, rideId: string | { $ne: null }): Promise<void> {
  const isNamed = { $or: [{ pickupLocation: ELSEWHERE }, { dropoffLocation: ELSEWHERE }] };
  await StatementModel.updateMany(
    { ...weeks, 'paid.rides': { $elemMatch: { rideId, ...isNamed } } },
    {
      $set: {
        'paid.rides.$[ride].pickupLocation': DELETED_PLACE,
        'paid.rides.$[ride].dropoffLocation': DELETED_PLACE,
      },
    },
    { arrayFilters: [{ 'ride.rideId': rideId }] },
  );
  await StatementModel.updateMany(
    { ...weeks, changes: { $elemMatch: { rideId, reason: { $ne: CORRECTED } } } },
    { $set: { 'changes.$[change].reason': CORRECTED } },
    { arrayFilters: [{ 'change.rideId': rideId }] },
  );
}

const LONG_AGO = new Date('2000-01-01T00:00:00Z');
const FAR_AHEAD = new Date('2100-01-01T00:00:00Z');

const UNPAID = 'Your earnings are not paid out yet. Please try again once they are.';

/**
 * Explains why a driver's account cannot be deleted yet: unpaid earnings, among them those of paid weeks that
 * have changed since and are not corrected yet. Null if everything is paid.
 */
export async function unpaidEarnings(driverId: string): Promise<string | null> {
  const docs = await StatementModel.find({ driverId }).lean<StatementDoc[]>();
  const earnings = await listEarnings({ span: { from: LONG_AGO, to: FAR_AHEAD }, driverId });
  const weeks = new Set([...docs.map(({ week }) => week), ...earnings.map(({ at }) => weekAt(new Date(at)))]);
  for (const week of weeks) {
    const doc = docs.find((each) => each.week === week);
    if (doc?.paid) continue;
    const rides = earnings.filter(({ at }) => weekAt(new Date(at)) === week);
    if (sumStatement(rides, doc?.changes ?? []).paysCents !== 0) return UNPAID;
  }
  const changes = docs.flatMap((doc) => doc.changes);
  const earnedNow = new Map(earnings.map((earning) => [earning.rideId, earnedCents(earning)]));
  const first = firstCorrectedWeek();
  const frozen = docs.flatMap(({ week, paid }) => (week >= first ? (paid?.rides ?? []) : []));
  const isPaid = frozen.every((ride) => paidCentsOf(ride, changes) === (earnedNow.get(ride.rideId) ?? 0));
  return isPaid ? null : UNPAID;
}

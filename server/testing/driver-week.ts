import { statementSchema } from '#common/statements/statement.ts';
import { weekAt } from '#common/statements/week.ts';
import { addDays, toInstant } from '#common/time.ts';
import type { RideDoc } from '../rides/ride-model.ts';
import type { UserRecord } from '../users/user-model.ts';
import { as } from './as.ts';
import { buildRide } from './build-ride.ts';
import { buildAdmin } from './build-user.ts';

const OPS = '/api/ops/statements';

/** Returns the last week that counts as over, which is the case only a few minutes after its end. */
export const lastWeek = (): string => addDays(weekAt(new Date(Date.now() - 3_600_000)), -7);

/** Returns an instant during a week. @param day days after its Monday */
export const during = (week: string, day = 2): Date => toInstant(addDays(week, day), '12:00') ?? new Date();

/**
 * Creates a completed ride in a Lux Sedan for three hours: base 165.00, gratuity 35.63, so the driver earns
 * 132.00 and 35.63.
 */
export const completeAt = (driver: UserRecord, at: Date | string, overrides: Partial<RideDoc> = {}) =>
  buildRide({ status: 'completed', driverId: driver.id, completedAt: new Date(at), ...overrides });

/** Returns a driver's statement, as read by a new admin. */
export async function readWeekOf(driver: UserRecord, week: string) {
  const { body } = await as(await buildAdmin()).get(`${OPS}/${driver.id}?week=${week}`);
  return statementSchema.parse(body);
}

/** Marks the week of these drivers as paid, with the amounts in cents that the admin saw. */
export const payWeek = (admin: UserRecord, week: string, ...statements: [UserRecord, number][]) =>
  as(admin).post(`${OPS}/paid`, {
    week,
    statements: statements.map(([{ id: driverId }, paysCents]) => ({ driverId, paysCents })),
  });

/** Adds a manual change to a driver's week. Default: $20.00 for waiting, in the last week. */
export const changeWeek = (admin: UserRecord, driver: UserRecord, body: object, key?: string) =>
  as(admin).post(
    `${OPS}/${driver.id}/changes`,
    { week: lastWeek(), cents: 2_000, reason: 'Waited 20 min at the Wynn', ...body },
    key ? { 'idempotency-key': key } : {},
  );

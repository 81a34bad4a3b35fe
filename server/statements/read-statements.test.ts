import { expect, test } from 'vitest';
import { driverRideSchema } from '#common/rides/ride.ts';
import { statementSummarySchema } from '#common/statements/statement.ts';
import { listOwnStatements, listStatements, readOwnStatement } from '#common/statements/statements-api.ts';
import { weekAt } from '#common/statements/week.ts';
import { addDays } from '#common/time.ts';
import { RideModel } from '../rides/ride-model.ts';
import { as } from '../testing/as.ts';
import { buildRide } from '../testing/build-ride.ts';
import { buildAdmin, buildDriver } from '../testing/build-user.ts';
import { changeWeek, completeAt, during, lastWeek, payWeek, readWeekOf } from '../testing/driver-week.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';

setUpTestApp();

/** A week of 169 hours, since daylight saving time ends on its Sunday. */
const AUTUMN = '2025-10-27';
const THIS_WEEK = weekAt(new Date());
const LAST_WEEK = lastWeek();

test('a statement covers the rides from Monday 0:00 to Sunday 24:00 in Las Vegas, exact to the cent', async () => {
  const driver = await buildDriver({ name: 'Maria Delgado' });
  await completeAt(driver, '2025-10-27T06:59:59.999Z');
  const first = await completeAt(driver, '2025-10-27T07:00:00.000Z');
  // The second 1:30 AM of the 25-hour Sunday.
  const again = await completeAt(driver, '2025-11-02T09:30:00.000Z', { actualFareCents: 15_572 });
  const last = await completeAt(driver, '2025-11-03T07:59:59.999Z');
  await completeAt(driver, '2025-11-03T08:00:00.000Z');

  const statement = await readWeekOf(driver, AUTUMN);

  expect(statement.rides.map(({ rideId }) => rideId)).toEqual([first.id, again.id, last.id]);
  expect(statement).toMatchObject({
    driverName: 'Maria Delgado',
    rideCount: 3,
    baseCents: 16_500 * 2 + 11_000,
    shareCents: 13_200 * 2 + 8_800,
    tipCents: 3_563 * 2 + 2_375,
    changeCents: 0,
    paysCents: 13_200 * 2 + 8_800 + 3_563 * 2 + 2_375,
    paid: null,
  });
  const { body } = await as(await buildAdmin()).get(`/api/ops/statements?week=${AUTUMN}`);
  expect(listStatements.reply.parse(body)).toEqual({
    week: AUTUMN,
    isOver: true,
    statements: [statementSummarySchema.parse(statement)],
  });
});

test('the driver gets 80% of a cancellation fee, in the week of the cancellation', async () => {
  const driver = await buildDriver();
  const at = during(LAST_WEEK);
  const cancelled = { status: 'cancelled', paymentStatus: 'refunded', driverId: driver.id } as const;
  const history = [{ change: 'cancelled' as const, at }];
  const kept = { by: 'rider' as const, reason: 'no-show', feeCents: 1_500 };
  await buildRide({ ...cancelled, history, cancellation: kept });
  await buildRide({ ...cancelled, history, cancellation: { ...kept, feeCents: 0 } });

  const { rides, paysCents } = await readWeekOf(driver, LAST_WEEK);

  expect(rides).toMatchObject([{ kind: 'cancelled', baseCents: 1_500, shareCents: 1_200, tipCents: 0 }]);
  expect(paysCents).toBe(1_200);
});

test('a driver’s own calls return the same sums as the statement for staff', async () => {
  const driver = await buildDriver();
  const ride = await completeAt(driver, new Date(), { actualFareCents: 10_001 });

  const shown = driverRideSchema.parse((await as(driver).get(`/api/rides/${ride.id}`)).body);
  const own = listOwnStatements.reply.parse((await as(driver).get('/api/statements')).body);

  const week = readOwnStatement.reply.parse(
    (await as(driver).get(`/api/statements/week?week=${THIS_WEEK}`)).body,
  );
  expect(week).toEqual(own.statements[0]);
  const { paysCents, rides } = await readWeekOf(driver, THIS_WEEK);
  expect([week.paysCents, week.rides]).toEqual([paysCents, rides]);
  expect(shown.driverShare).toBe('$71.78');
  expect(own.statements).toMatchObject([{ week: THIS_WEEK, paysCents: 7_178, paidAt: null }]);
});

test('a ride whose final fare is under review is marked until it is decided, also in a paid week', async () => {
  const [driver, admin] = [await buildDriver(), await buildAdmin()];
  const fareReview = { proposedCents: 5_000, pendingSince: new Date() };
  const ride = await completeAt(driver, during(LAST_WEEK), { actualFareCents: null, fareReview });
  await completeAt(driver, during(LAST_WEEK, 3));
  const marks = async () =>
    (await readWeekOf(driver, LAST_WEEK)).rides.map(({ isUnderReview = false }) => isUnderReview);
  const count = async () => {
    const { body } = await as(admin).get(`/api/ops/statements?week=${LAST_WEEK}`);
    const { statements } = listStatements.reply.parse(body);
    return statements.find(({ driverId }) => driverId === driver.id)?.underReviewCount;
  };

  expect([await marks(), await count()]).toEqual([[true, false], 1]);
  expect((await payWeek(admin, LAST_WEEK, [driver, 16_763])).status).toBe(200);
  expect([await marks(), await count()]).toEqual([[true, false], 1]);
  await RideModel.updateOne(
    { _id: ride.id },
    { fareReview: { proposedCents: 5_000 }, actualFareCents: 5_000 },
  );
  expect([await marks(), await count()]).toEqual([[false, false], undefined]);
});

test('a driver can page through their own statements, and sees why they changed but not by whom', async () => {
  const [driver, other, admin] = [await buildDriver(), await buildDriver(), await buildAdmin()];
  const old = addDays(THIS_WEEK, -7 * 9);
  await completeAt(driver, during(old));
  await completeAt(driver, during(LAST_WEEK));
  await completeAt(other, during(LAST_WEEK));
  await changeWeek(admin, driver, { week: old });
  await payWeek(admin, old, [driver, 18_763]);

  const read = async (query = '') =>
    listOwnStatements.reply.parse((await as(driver).get(`/api/statements${query}`)).body);
  const first = await read();
  const second = await read(`?after=${first.next}`);

  expect(first.statements.map(({ week, rides }) => [week, rides.length])).toEqual([
    [THIS_WEEK, 0],
    [LAST_WEEK, 1],
  ]);
  expect(second.next).toBeNull();
  expect(second.statements).toMatchObject([{ week: old, paysCents: 18_763, rideCount: 1 }]);
  expect(second.statements[0]?.paidAt).not.toBeNull();
  expect(second.statements[0]?.changes[0]).toEqual({
    id: expect.any(String),
    at: expect.any(String),
    cents: 2_000,
    reason: 'Waited 20 min at the Wynn',
  });
});

import { expect, test, vi } from 'vitest';
import { driverRideSchema } from '#common/rides/ride.ts';
import { statementSchema, statementSummarySchema } from '#common/statements/statement.ts';
import {
  listOwnStatements,
  listStatements,
  payStatements,
  readOwnStatement,
} from '#common/statements/statements-api.ts';
import { weekAt } from '#common/statements/week.ts';
import { addDays, toInstant } from '#common/time.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { type RideDoc, RideModel } from '../rides/ride-model.ts';
import { as } from '../testing/as.ts';
import { buildRide } from '../testing/build-ride.ts';
import { buildAdmin, buildDispatcher, buildDriver } from '../testing/build-user.ts';
import { newId } from '../testing/new-id.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { codeIn, issuesOf } from '../testing/test-client.ts';
import type { UserRecord } from '../users/user-model.ts';
import { correctStatements } from './change-statement.ts';
import { StatementModel } from './statement-model.ts';

setUpTestApp();

const OPS = '/api/ops/statements';
/** A week of 169 hours, since daylight saving time ends on its Sunday. */
const AUTUMN = '2025-10-27';
const THIS_WEEK = weekAt(new Date());
/** The last week that counts as over, which is the case only a few minutes after its end. */
const LAST_WEEK = addDays(weekAt(new Date(Date.now() - 3_600_000)), -7);

/**
 * Creates a completed ride in a Lux Sedan for three hours: base 165.00, gratuity 35.63, so the driver earns
 * 132.00 and 35.63.
 */
const completeAt = (driver: UserRecord, at: Date | string, overrides: Partial<RideDoc> = {}) =>
  buildRide({ status: 'completed', driverId: driver.id, completedAt: new Date(at), ...overrides });

const during = (week: string, day = 2) => toInstant(addDays(week, day), '12:00') ?? new Date();

async function readWeekOf(driver: UserRecord, week: string) {
  const { body } = await as(await buildAdmin()).get(`${OPS}/${driver.id}?week=${week}`);
  return statementSchema.parse(body);
}

const pay = (admin: UserRecord, week: string, ...statements: [UserRecord, number][]) =>
  as(admin).post(`${OPS}/paid`, {
    week,
    statements: statements.map(([{ id: driverId }, paysCents]) => ({ driverId, paysCents })),
  });

const change = (admin: UserRecord, driver: UserRecord, body: object, key?: string) =>
  as(admin).post(
    `${OPS}/${driver.id}/changes`,
    { week: LAST_WEEK, cents: 2_000, reason: 'Waited 20 min at the Wynn', ...body },
    key ? { 'idempotency-key': key } : {},
  );

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
  const { body } = await as(await buildAdmin()).get(`${OPS}?week=${AUTUMN}`);
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
  expect((await pay(admin, LAST_WEEK, [driver, 16_763])).status).toBe(200);
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
  await change(admin, driver, { week: old });
  await pay(admin, old, [driver, 18_763]);

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

test('a manual change adds to or subtracts from a statement, records who and why, and is audited', async () => {
  const [driver, admin] = [await buildDriver(), await buildAdmin({ name: 'Robin Hale' })];
  await completeAt(driver, during(LAST_WEEK));

  const added = await change(admin, driver, {});
  await change(admin, driver, { cents: -2_500, reason: 'Damage to the bumper' });

  expect(added.status).toBe(201);
  const { changes, paysCents } = await readWeekOf(driver, LAST_WEEK);
  expect(changes.map(({ cents, reason, by }) => [cents, reason, by])).toEqual([
    [2_000, 'Waited 20 min at the Wynn', 'Robin Hale'],
    [-2_500, 'Damage to the bumper', 'Robin Hale'],
  ]);
  expect(paysCents).toBe(13_200 + 3_563 - 500);
  const lines = await AuditModel.find({ 'subject.id': driver.id, action: 'statement changed' }).lean();
  expect(lines.map(({ after }) => after?.changeCents)).toEqual([2_000, -2_500]);
});

test('a statement change retried with its key, even concurrently, is made once, and the key fits no other change', async () => {
  const [driver, admin, other] = [await buildDriver(), await buildAdmin(), await buildAdmin()];
  await completeAt(driver, during(LAST_WEEK));
  const press = () => change(admin, driver, {}, 'pressed-twice');

  const replies = await Promise.all([press(), press(), press()]);
  replies.push(await press());
  await pay(admin, LAST_WEEK, [driver, 18_763]);
  replies.push(await press());

  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  expect((await readWeekOf(driver, LAST_WEEK)).changes).toHaveLength(1);
  expect(await AuditModel.countDocuments({ 'subject.id': driver.id, action: 'statement changed' })).toBe(1);
  const reused = await change(admin, driver, { cents: 2_001 }, 'pressed-twice');
  expect(codeIn(reused)).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  expect(codeIn(await change(other, driver, {}, 'pressed-twice'))).toEqual([409, 'STATEMENT_CHANGED']);
});

test('equal statement changes with different keys are both made', async () => {
  const [driver, admin] = [await buildDriver(), await buildAdmin()];

  await change(admin, driver, {}, 'first-change');
  await change(admin, driver, {}, 'second-change');

  expect((await readWeekOf(driver, LAST_WEEK)).changeCents).toBe(4_000);
});

test.each([
  ['no reason', { reason: '  ' }, 'reason'],
  ['nothing', { cents: 0 }, 'cents'],
  ['half a cent', { cents: 0.5 }, 'cents'],
  ['too much', { cents: 1_000_001 }, 'cents'],
  ['a week that begins on a Tuesday', { week: addDays(LAST_WEEK, 1) }, 'week'],
])('a statement change with %s is refused', async (_what, body, path) => {
  const reply = await change(await buildAdmin(), await buildDriver(), body);

  expect(codeIn(reply)).toEqual([400, 'INVALID_REQUEST']);
  expect(issuesOf(reply)?.map((issue) => issue.path)).toEqual([path]);
});

test('a statement change for a user who is not a driver is refused', async () => {
  const admin = await buildAdmin();
  expect(codeIn(await change(admin, admin, {}))).toEqual([404, 'NOT_FOUND']);
});

test('a week that is marked as paid no longer changes', async () => {
  const [driver, other, admin] = [await buildDriver(), await buildDriver(), await buildAdmin()];
  const ride = await completeAt(driver, during(LAST_WEEK));
  await completeAt(other, during(LAST_WEEK));
  await change(admin, driver, {});

  const reply = await pay(admin, LAST_WEEK, [driver, 18_763], [other, 16_763]);

  expect(payStatements.reply.parse(reply.body).statements.map(({ paysCents }) => paysCents)).toEqual([
    18_763, 16_763,
  ]);
  await RideModel.updateOne({ _id: ride.id }, { actualFareCents: 0 });
  expect(await readWeekOf(driver, LAST_WEEK)).toMatchObject({
    paysCents: 18_763,
    rideCount: 1,
    paid: { by: admin.name },
  });
  expect(codeIn(await change(admin, driver, {}))).toEqual([409, 'STATEMENT_CHANGED']);
});

test('a week that is marked as paid repeatedly, or by two admins concurrently, is marked once', async () => {
  const [driver, ada, ben] = [await buildDriver(), await buildAdmin(), await buildAdmin({ name: 'Ben' })];
  await completeAt(driver, during(LAST_WEEK));
  const paid = { 'subject.id': driver.id, action: 'statement marked as paid' };

  const replies = await Promise.all([ada, ben].map((admin) => pay(admin, LAST_WEEK, [driver, 16_763])));

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const winner = replies[0]?.status === 200 ? ada : ben;
  const again = await pay(winner, LAST_WEEK, [driver, 16_763]);
  expect([again.status, again.body]).toEqual([200, { statements: [] }]);
  expect(await AuditModel.countDocuments(paid)).toBe(1);
  expect(await StatementModel.countDocuments({ driverId: driver.id })).toBe(1);
});

test('if a statement changes while several are marked as paid, those already marked are audited', async () => {
  const [driver, other, admin] = [await buildDriver(), await buildDriver(), await buildAdmin()];
  await completeAt(driver, during(LAST_WEEK));
  await completeAt(other, during(LAST_WEEK));
  const mark = StatementModel.findOneAndUpdate.bind(StatementModel);
  // Changes the second statement between the marking of the two.
  vi.spyOn(StatementModel, 'findOneAndUpdate').mockImplementationOnce(((
    ...args: Parameters<typeof mark>
  ) => ({
    lean: async () => {
      const marked = await mark(...args).lean();
      await change(admin, other, {});
      return marked;
    },
  })) as unknown as typeof mark);

  const reply = await pay(admin, LAST_WEEK, [driver, 16_763], [other, 16_763]);

  expect(codeIn(reply)).toEqual([409, 'STATEMENT_CHANGED']);
  expect((await readWeekOf(driver, LAST_WEEK)).paid).not.toBeNull();
  expect((await readWeekOf(other, LAST_WEEK)).paid).toBeNull();
  const paid = await AuditModel.find({ 'subject.id': { $in: [driver.id, other.id] } })
    .where({ action: 'statement marked as paid' })
    .lean();
  expect(paid.map(({ subject, after }) => [subject.id, after?.paysCents])).toEqual([[driver.id, 16_763]]);
});

test('one outdated sum prevents all statements of the request from being marked as paid', async () => {
  const [driver, other, admin] = [await buildDriver(), await buildDriver(), await buildAdmin()];
  await completeAt(driver, during(LAST_WEEK));
  await completeAt(other, during(LAST_WEEK));

  const reply = await pay(admin, LAST_WEEK, [driver, 16_763], [other, 16_762]);

  expect(codeIn(reply)).toEqual([409, 'STATEMENT_CHANGED']);
  expect((await readWeekOf(driver, LAST_WEEK)).paid).toBeNull();
});

test('of a concurrent statement change and payment, only one takes effect', async () => {
  const admin = await buildAdmin();
  const drivers = await Promise.all(Array.from({ length: 5 }, () => buildDriver()));
  for (const driver of drivers) await completeAt(driver, during(LAST_WEEK));

  const replies = await Promise.all(
    drivers.map((driver) =>
      Promise.all([pay(admin, LAST_WEEK, [driver, 16_763]), change(admin, driver, {})]),
    ),
  );

  for (const [index, driver] of drivers.entries()) {
    const { paid, changes, paysCents } = await readWeekOf(driver, LAST_WEEK);
    const doc = await StatementModel.findOne({ driverId: driver.id }).lean();
    expect(replies[index]?.map(({ status }) => status)).toEqual(paid ? [200, 409] : [409, 201]);
    expect(changes.length).toBe(paid ? 0 : 1);
    expect(paysCents).toBe(paid ? 16_763 : 18_763);
    if (paid) expect(doc?.paid?.paysCents).toBe(16_763);
  }
});

test('neither the current week nor a week below zero can be marked as paid', async () => {
  const [driver, admin] = [await buildDriver(), await buildAdmin()];
  await completeAt(driver, new Date());
  await change(admin, driver, { cents: -100 });

  const replies = [
    await pay(admin, THIS_WEEK, [driver, 16_763]),
    await pay(admin, LAST_WEEK, [driver, -100]),
  ];

  expect(replies.map(codeIn)).toEqual(Array(2).fill([400, 'INVALID_REQUEST']));
});

test('a ride that changes after its week was paid adds one correction to the current week', async () => {
  const [driver, admin] = [await buildDriver(), await buildAdmin()];
  const ride = await completeAt(driver, during(LAST_WEEK));
  await pay(admin, LAST_WEEK, [driver, 16_763]);

  await correctStatements();
  expect((await readWeekOf(driver, THIS_WEEK)).changes).toEqual([]);
  await RideModel.updateOne({ _id: ride.id }, { actualFareCents: 15_572 });
  await Promise.all([correctStatements(), correctStatements()]);
  await correctStatements();

  const corrected = await readWeekOf(driver, THIS_WEEK);
  expect(corrected.changes).toMatchObject([{ cents: 8_800 + 2_375 - 16_763, by: 'Marquee' }]);
  expect(corrected.changes[0]?.reason).toMatch(
    /^Correction: Bellagio to Allegiant Stadium on .* earns \$111\.75, not \$167\.63\.$/,
  );

  await RideModel.updateOne({ _id: ride.id }, { actualFareCents: 0 });
  await correctStatements();
  expect((await readWeekOf(driver, THIS_WEEK)).changes.map(({ cents }) => cents)).toEqual([-5_588, -11_175]);
  expect((await readWeekOf(driver, LAST_WEEK)).paysCents).toBe(16_763);
});

test('a tip that is paid, or refunded, after its week was paid is corrected in the current week', async () => {
  const [driver, admin] = [await buildDriver(), await buildAdmin()];
  const ride = await completeAt(driver, during(LAST_WEEK));
  await pay(admin, LAST_WEEK, [driver, 16_763]);
  const tip = {
    ...{ id: newId(), kind: 'tip', amountCents: 1_000, reason: 'Tip', at: new Date() },
    ...{ paymentIntentId: 'pi_of_a_tip', refundId: null },
  } as const;
  const correctWith = async (status: 'paid' | 'refunded') => {
    await RideModel.updateOne({ _id: ride.id }, { charges: [{ ...tip, status }] });
    await correctStatements();
    await correctStatements();
    return (await readWeekOf(driver, THIS_WEEK)).changes.map(({ cents }) => cents);
  };

  expect(await correctWith('paid')).toEqual([1_000]);
  expect(await correctWith('refunded')).toEqual([1_000, -1_000]);
  expect(await correctWith('paid')).toEqual([1_000, -1_000, 1_000]);
});

test('dispatchers and drivers can neither see, change nor pay statements', async () => {
  const driver = await buildDriver();
  const callers = [await buildDispatcher(), driver];
  const replies = await Promise.all(
    callers.flatMap((caller) => [
      as(caller).get(`${OPS}?week=${LAST_WEEK}`),
      as(caller).get(`/api/ops/day-report?day=${LAST_WEEK}`),
      pay(caller, LAST_WEEK, [driver, 0]),
      change(caller, driver, {}),
    ]),
  );
  expect(replies.map(codeIn)).toEqual(Array(8).fill([403, 'FORBIDDEN']));
});

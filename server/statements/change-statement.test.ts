import { expect, test } from 'vitest';
import { weekAt } from '#common/statements/week.ts';
import { addDays } from '#common/time.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { RideModel } from '../rides/ride-model.ts';
import { buildAdmin, buildDriver } from '../testing/build-user.ts';
import { changeWeek, completeAt, during, lastWeek, payWeek, readWeekOf } from '../testing/driver-week.ts';
import { newId } from '../testing/new-id.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { codeIn, issuesOf } from '../testing/test-client.ts';
import { correctStatements } from './change-statement.ts';

setUpTestApp();

const THIS_WEEK = weekAt(new Date());
const LAST_WEEK = lastWeek();

test('a manual change adds to or subtracts from a statement, records who and why, and is audited', async () => {
  const [driver, admin] = [await buildDriver(), await buildAdmin({ name: 'Robin Hale' })];
  await completeAt(driver, during(LAST_WEEK));

  const added = await changeWeek(admin, driver, {});
  await changeWeek(admin, driver, { cents: -2_500, reason: 'Damage to the bumper' });

  expect(added.status).toBe(201);
  const { changes, paysCents } = await readWeekOf(driver, LAST_WEEK);
  expect(changes.map(({ cents, reason, by }) => [cents, reason, by])).toEqual([
    [2_000, 'Waited 20 min at the Wynn', 'Robin Hale'],
    [-2_500, 'Damage to the bumper', 'Robin Hale'],
  ]);
  expect(paysCents).toBe(13_200 + 3_563 - 500);
  const lines = await AuditModel.find({ 'subject.id': driver.id, action: 'statement changed' }).lean();
  expect(new Set(lines.map(({ after }) => after?.changeCents))).toEqual(new Set([2_000, -2_500]));
});

test('a statement change retried with its key, even concurrently, is made once, and the key fits no other change', async () => {
  const [driver, admin, other] = [await buildDriver(), await buildAdmin(), await buildAdmin()];
  await completeAt(driver, during(LAST_WEEK));
  const press = () => changeWeek(admin, driver, {}, 'pressed-twice');

  const replies = await Promise.all([press(), press(), press()]);
  replies.push(await press());
  await payWeek(admin, LAST_WEEK, [driver, 18_763]);
  replies.push(await press());

  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  expect((await readWeekOf(driver, LAST_WEEK)).changes).toHaveLength(1);
  expect(await AuditModel.countDocuments({ 'subject.id': driver.id, action: 'statement changed' })).toBe(1);
  const reused = await changeWeek(admin, driver, { cents: 2_001 }, 'pressed-twice');
  expect(codeIn(reused)).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  expect(codeIn(await changeWeek(other, driver, {}, 'pressed-twice'))).toEqual([409, 'STATEMENT_CHANGED']);
});

test('equal statement changes with different keys are both made', async () => {
  const [driver, admin] = [await buildDriver(), await buildAdmin()];

  await changeWeek(admin, driver, {}, 'first-change');
  await changeWeek(admin, driver, {}, 'second-change');

  expect((await readWeekOf(driver, LAST_WEEK)).changeCents).toBe(4_000);
});

test.each([
  ['no reason', { reason: '  ' }, 'reason'],
  ['nothing', { cents: 0 }, 'cents'],
  ['half a cent', { cents: 0.5 }, 'cents'],
  ['too much', { cents: 1_000_001 }, 'cents'],
  ['a week that begins on a Tuesday', { week: addDays(LAST_WEEK, 1) }, 'week'],
])('a statement change with %s is refused', async (_what, body, path) => {
  const reply = await changeWeek(await buildAdmin(), await buildDriver(), body);

  expect(codeIn(reply)).toEqual([400, 'INVALID_REQUEST']);
  expect(issuesOf(reply)?.map((issue) => issue.path)).toEqual([path]);
});

test('a statement change for a user who is not a driver is refused', async () => {
  const admin = await buildAdmin();
  expect(codeIn(await changeWeek(admin, admin, {}))).toEqual([404, 'NOT_FOUND']);
});

test('a ride that changes after its week was paid adds one correction to the current week', async () => {
  const [driver, admin] = [await buildDriver(), await buildAdmin()];
  const ride = await completeAt(driver, during(LAST_WEEK));
  await payWeek(admin, LAST_WEEK, [driver, 16_763]);

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
  await payWeek(admin, LAST_WEEK, [driver, 16_763]);
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

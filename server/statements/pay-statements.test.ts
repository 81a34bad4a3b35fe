import { expect, test, vi } from 'vitest';
import { payStatements } from '#common/statements/statements-api.ts';
import { weekAt } from '#common/statements/week.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { RideModel } from '../rides/ride-model.ts';
import { buildAdmin, buildDriver } from '../testing/build-user.ts';
import { changeWeek, completeAt, during, lastWeek, payWeek, readWeekOf } from '../testing/driver-week.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { codeIn } from '../testing/test-client.ts';
import { StatementModel } from './statement-model.ts';

setUpTestApp();

const THIS_WEEK = weekAt(new Date());
const LAST_WEEK = lastWeek();

test('a week that is marked as paid no longer changes', async () => {
  const [driver, other, admin] = [await buildDriver(), await buildDriver(), await buildAdmin()];
  const ride = await completeAt(driver, during(LAST_WEEK));
  await completeAt(other, during(LAST_WEEK));
  await changeWeek(admin, driver, {});

  const reply = await payWeek(admin, LAST_WEEK, [driver, 18_763], [other, 16_763]);

  expect(payStatements.reply.parse(reply.body).statements.map(({ paysCents }) => paysCents)).toEqual([
    18_763, 16_763,
  ]);
  await RideModel.updateOne({ _id: ride.id }, { actualFareCents: 0 });
  expect(await readWeekOf(driver, LAST_WEEK)).toMatchObject({
    paysCents: 18_763,
    rideCount: 1,
    paid: { by: admin.name },
  });
  expect(codeIn(await changeWeek(admin, driver, {}))).toEqual([409, 'STATEMENT_CHANGED']);
});

test('a week that is marked as paid repeatedly, or by two admins concurrently, is marked once', async () => {
  const [driver, ada, ben] = [await buildDriver(), await buildAdmin(), await buildAdmin({ name: 'Ben' })];
  await completeAt(driver, during(LAST_WEEK));
  const paid = { 'subject.id': driver.id, action: 'statement marked as paid' };

  const replies = await Promise.all([ada, ben].map((admin) => payWeek(admin, LAST_WEEK, [driver, 16_763])));

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const winner = replies[0]?.status === 200 ? ada : ben;
  const again = await payWeek(winner, LAST_WEEK, [driver, 16_763]);
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
      await changeWeek(admin, other, {});
      return marked;
    },
  })) as unknown as typeof mark);

  const reply = await payWeek(admin, LAST_WEEK, [driver, 16_763], [other, 16_763]);

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

  const reply = await payWeek(admin, LAST_WEEK, [driver, 16_763], [other, 16_762]);

  expect(codeIn(reply)).toEqual([409, 'STATEMENT_CHANGED']);
  expect((await readWeekOf(driver, LAST_WEEK)).paid).toBeNull();
});

test('of a concurrent statement change and payment, only one takes effect', async () => {
  const admin = await buildAdmin();
  const drivers = await Promise.all(Array.from({ length: 5 }, () => buildDriver()));
  for (const driver of drivers) await completeAt(driver, during(LAST_WEEK));

  const replies = await Promise.all(
    drivers.map((driver) =>
      Promise.all([payWeek(admin, LAST_WEEK, [driver, 16_763]), changeWeek(admin, driver, {})]),
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
  await changeWeek(admin, driver, { cents: -100 });

  const replies = [
    await payWeek(admin, THIS_WEEK, [driver, 16_763]),
    await payWeek(admin, LAST_WEEK, [driver, -100]),
  ];

  expect(replies.map(codeIn)).toEqual(Array(2).fill([400, 'INVALID_REQUEST']));
});

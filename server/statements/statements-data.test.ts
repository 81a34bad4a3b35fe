import { expect, test } from 'vitest';
import { DELETED_NAME, DELETED_PLACE } from '#common/personal-data/personal-data.ts';
import { weekAt } from '#common/statements/week.ts';
import { RideModel } from '../rides/ride-model.ts';
import { buildRide } from '../testing/build-ride.ts';
import { buildAdmin, buildDriver } from '../testing/build-user.ts';
import { newId } from '../testing/new-id.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { correctStatements } from './change-statement.ts';
import { payStatements } from './pay-statements.ts';
import { StatementModel } from './statement-model.ts';
import { statementsData, unpaidEarnings } from './statements-data.ts';

setUpTestApp();

const [OLD, YOUNG] = ['2018-01-01', '2019-01-07'];
const PERIOD_ENDS = new Date('2018-06-01T12:00:00Z');
const BY_HAND = 'Waited 20 min at the Wynn';

/** Creates a driver's week with two rides, a correction for a ride of another week, and a manual change. */
async function buildWeek(week: string, { isPaid = true } = {}) {
  const at = new Date(`${week}T20:00:00Z`);
  const ride = {
    ...{ rideId: newId(), at: at.toISOString(), kind: 'completed' as const },
    ...{ rideType: 'lux-sedan', bookingType: 'hourly' as const, hours: 3 },
    ...{ pickupLocation: '12 Home Street', dropoffLocation: '99 Clinic Road' },
    ...{ baseCents: 16_500, shareCents: 13_200, tipCents: 3_563 },
  };
  const rides = [ride, { ...ride, rideId: newId(), pickupLocation: DELETED_PLACE }];
  const change = { at, cents: 500, by: { id: null, name: 'Marquee' } };
  const { driverId } = await StatementModel.create({
    ...{ driverId: newId(), week, version: 3 },
    changes: [
      {
        ...{ ...change, id: 'one', rideId: newId() },
        reason: 'Correction: 12 Home Street to 99 Clinic Road on Fri 5 Jan earns $137.00, not $132.00.',
      },
      { ...change, id: 'two', rideId: null, reason: BY_HAND },
    ],
    paid: isPaid ? { at, by: { id: newId(), name: 'Ada' }, paysCents: 100, driverName: 'Dee', rides } : null,
  });
  return () => StatementModel.findOne({ driverId }).orFail().lean();
}

test('a paid week past its period keeps its sums, but neither the driver’s name nor places', async () => {
  const readWeek = await buildWeek(OLD);
  const before = await readWeek();

  await statementsData.removeBefore(PERIOD_ENDS);
  await statementsData.removeBefore(PERIOD_ENDS);

  const { paid, changes, ...rest } = await readWeek();
  expect(rest).toEqual({ _id: before._id, driverId: before.driverId, week: OLD, version: 3 });
  const places = { pickupLocation: DELETED_PLACE, dropoffLocation: DELETED_PLACE };
  expect(paid).toEqual({
    ...before.paid,
    driverName: DELETED_NAME,
    rides: before.paid?.rides.map((ride) => ({ ...ride, ...places })),
  });
  expect(changes).toEqual([
    { ...before.changes[0], reason: 'A ride was corrected' },
    { ...before.changes[1], reason: BY_HAND },
  ]);
});

test('an unpaid week past its period keeps no places in its corrections', async () => {
  const readWeek = await buildWeek(OLD, { isPaid: false });

  await statementsData.removeBefore(PERIOD_ENDS);

  const { paid, changes } = await readWeek();
  expect(paid).toBeNull();
  expect(changes.map(({ reason }) => reason)).toEqual(['A ride was corrected', BY_HAND]);
});

test('a week within its retention period is not changed', async () => {
  const readWeek = await buildWeek(YOUNG);
  const before = await readWeek();

  await statementsData.removeBefore(PERIOD_ENDS);

  expect(await readWeek()).toEqual(before);
});

/** Completes a ride in a week that is `weeksAgo` weeks back, and marks that week as paid. */
async function buildPaid(weeksAgo: number) {
  const [driver, { id, name }] = [await buildDriver(), await buildAdmin()];
  const completedAt = new Date(Date.now() - weeksAgo * 7 * 86_400_000);
  const ride = await buildRide({ status: 'completed', driverId: driver.id, completedAt });
  const statements = [{ driverId: driver.id, paysCents: 16_763 }];
  await payStatements({ week: weekAt(completedAt), statements, by: { id, name }, onPaid: async () => {} });
  expect(await unpaidEarnings(driver.id)).toBeNull();
  return { driverId: driver.id, rideId: ride.id };
}

const tip = (rideId: string) => {
  const charge = { id: newId(), kind: 'tip', status: 'paid', amountCents: 900, reason: null, at: new Date() };
  return RideModel.updateOne({ _id: rideId }, { $push: { charges: charge } });
};

test('a tip of an already paid week counts as unpaid at once, and until the week it is added to is paid', async () => {
  const { driverId, rideId } = await buildPaid(2);

  await tip(rideId);

  expect(await unpaidEarnings(driverId)).toContain('not paid out yet');
  await correctStatements();
  expect(await unpaidEarnings(driverId)).toContain('not paid out yet');
  const week = { driverId, week: weekAt(new Date()) };
  const by = { id: newId(), name: 'Ada' };
  const paid = { at: new Date(), by, paysCents: 900, driverName: 'Dee', rides: [] };
  expect((await StatementModel.updateOne(week, { $set: { paid } })).modifiedCount).toBe(1);
  expect(await unpaidEarnings(driverId)).toBeNull();
});

test('a week so old that it is no longer corrected does not count as unpaid', async () => {
  const { driverId, rideId } = await buildPaid(30);

  await tip(rideId);

  expect(await unpaidEarnings(driverId)).toBeNull();
});

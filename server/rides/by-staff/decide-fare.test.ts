import { expect, test } from 'vitest';
import type { Alert } from '#common/alerts/alert.ts';
import { AuditModel } from '../../audit-log/audit-model.ts';
import { MailModel } from '../../mail/mail-model.ts';
import { as } from '../../testing/as.ts';
import { buildGiftCard, soundCard } from '../../testing/build-gift-card.ts';
import { buildAdmin, buildDispatcher, buildDriver, buildRider } from '../../testing/build-user.ts';
import {
  bookPaidRide,
  findRideDifferences,
  payBack,
  refundsAtStripe,
  staffRideIn,
} from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { updateAllRideAlerts } from '../alerts/update-ride-alerts.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { completeRide } from '../dispatch/complete-ride.ts';
import { reachMilestone } from '../dispatch/drive-ride.ts';
import { reconcileRides } from '../payment/reconcile-rides.ts';
import { listEarnings } from '../ride-earnings.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';

setUpTestApp();

/** The fare of three hours, paid; half of it is $116.79. */
const FARE_CENTS = 23_358;

interface Completing {
  finalFareCents: number;
  /** The driver's waiting time beyond the free minutes. */
  waited?: { minutes: number; cents: number };
  giftCardId?: string;
}

async function complete({ finalFareCents, waited, giftCardId }: Completing) {
  const [rider, driver] = [await buildRider(), await buildDriver({ name: 'Sam Ortiz' })];
  const { id } = await bookPaidRide(rider, giftCardId ? { giftCardId } : {});
  await acceptRide(id, driver.id);
  await RideModel.updateOne({ _id: id }, { scheduledAt: new Date() });
  await reachMilestone(await findRide(id), 'in_progress');
  if (waited) await RideModel.updateOne({ _id: id }, { waiting: waited });
  const ride = await completeRide(await findRide(id), finalFareCents);
  return { id, rider, driver, ride };
}

async function decide(
  staff: UserRecord,
  id: string,
  body: { finalFareCents: number; waitingMinutes?: number; reason?: string; version?: number },
) {
  const { version } = await findRide(id);
  return as(staff).post(`/api/ops/rides/${id}/final-fare`, { version, ...body });
}

const alertsAbout = async (staff: UserRecord, id: string): Promise<Alert[]> =>
  (await as(staff).get(`/api/ops/alerts?subjectId=${id}`)).body as Alert[];

const shareOf = async (driver: UserRecord, id: string): Promise<unknown> =>
  ((await as(driver).get(`/api/rides/${id}`)).body as { driverShare: string }).driverShare;

const receipts = (id: string) => MailModel.find({ aboutId: id, template: 'ride-receipt-updated' });

test('a final fare below half of the paid amount completes the ride, but its refund waits for staff', async () => {
  const { id, rider, driver } = await complete({ finalFareCents: 8_000 });
  const admin = await buildAdmin();

  const ride = await payBack(id);
  expect(ride).toMatchObject({
    status: 'completed',
    actualFareCents: null,
    fareReview: { proposedCents: 8_000, pendingSince: expect.any(String) },
    refundOwed: null,
    refunds: [],
  });
  expect((await as(rider).get(`/api/rides/${id}`)).body).toMatchObject({
    actualFare: null,
    fareReview: { proposedCents: 8_000 },
  });
  expect(await shareOf(driver, id)).toBe('$0.00');
  const [alert, ...others] = await alertsAbout(admin, id);
  expect(others).toEqual([]);
  expect(alert).toMatchObject({
    kind: 'fare-check',
    text: 'Sam completed it for $80.00 of $233.58.',
    resolvedAt: null,
  });
  await updateAllRideAlerts();
  await reconcileRides();
  expect(await alertsAbout(admin, id)).toEqual([alert]);

  // The driver is free again for a ride at the same time.
  const next = await bookPaidRide(await buildRider());
  expect((await acceptRide(next.id, driver.id)).status).toBe('accepted');
  expect(await findRideDifferences()).toEqual([]);
});

test('a final fare of exactly half of the paid amount needs no review', async () => {
  const { id, ride } = await complete({ finalFareCents: FARE_CENTS / 2 });
  expect(ride).toMatchObject({ fareReview: null, actualFareCents: 11_679 });
  expect(await refundsAtStripe((await payBack(id)).paymentIntentId)).toEqual([11_679]);
});

test('confirming a reviewed fare refunds the rest once, credits the driver’s share and closes the alert', async () => {
  const { id, driver } = await complete({ finalFareCents: 8_000 });
  const admin = await buildAdmin();

  const decided = staffRideIn(await decide(admin, id, { finalFareCents: 8_000 }));
  const again = staffRideIn(await decide(admin, id, { finalFareCents: 8_000, version: 1 }));

  expect([decided.actualFareCents, again.version]).toEqual([8_000, decided.version]);
  expect(decided.history.at(-1)).toMatchObject({
    change: 'fare_decided',
    by: { id: admin.id },
    text: 'Final fare of $80.00 confirmed',
  });
  const ride = await payBack(id);
  expect(await refundsAtStripe(ride.paymentIntentId)).toEqual([FARE_CENTS - 8_000]);
  expect(await shareOf(driver, id)).toBe('$57.41');
  const week = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 3_600_000) };
  expect(await listEarnings({ span: week, driverId: driver.id })).toMatchObject([{ shareCents: 4_521 }]);
  expect(await alertsAbout(admin, id)).toMatchObject([
    { kind: 'fare-check', resolvedAt: expect.any(String) },
  ]);
  expect(await receipts(id)).toHaveLength(1);
  expect(await AuditModel.find({ 'subject.id': id, action: 'final fare decided' }).lean()).toMatchObject([
    { before: { proposedCents: 8_000 }, after: { finalFareCents: 8_000 } },
  ]);
  expect(await findRideDifferences()).toEqual([]);
});

test('a final fare other than the proposed one needs a reason and cannot exceed what was paid', async () => {
  const { id } = await complete({ finalFareCents: 0 });
  const admin = await buildAdmin();
  expect(await decide(admin, id, { finalFareCents: 15_000 })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'reason' }] },
  });
  expect(await decide(admin, id, { finalFareCents: FARE_CENTS + 1, reason: 'More' })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'finalFareCents' }] },
  });

  staffRideIn(await decide(admin, id, { finalFareCents: 15_000, reason: 'They rode for two hours' }));

  const ride = await payBack(id);
  expect(ride).toMatchObject({ actualFareCents: 15_000, fareReview: { proposedCents: 0 } });
  expect(ride.history.find(({ change }) => change === 'fare_decided')?.text).toBe(
    'Final fare of $150.00 instead of $0.00: They rode for two hours',
  );
  expect(await refundsAtStripe(ride.paymentIntentId)).toEqual([FARE_CENTS - 15_000]);
  expect(await decide(admin, id, { finalFareCents: 14_000, reason: 'Less' })).toMatchObject({
    status: 409,
    body: { code: 'RIDE_CHANGED' },
  });
});

test('what a dispatcher refunds by a fare decision and by adjustments shares one $100 limit', async () => {
  const [dispatcher, rider] = [await buildDispatcher(), await buildRider()];
  const { id } = await complete({ finalFareCents: 8_000 });
  expect((await decide(rider, id, { finalFareCents: 8_000 })).status).toBe(403);
  expect(await decide(dispatcher, id, { finalFareCents: 8_000 })).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN' },
  });

  const adjusted = { kind: 'refund', amountCents: 1_000, reason: 'A dirty seat' };
  const { version } = await findRide(id);
  staffRideIn(await as(dispatcher).post(`/api/ops/rides/${id}/adjust`, { version, ...adjusted }));
  const reason = 'They rode for two hours';
  expect((await decide(dispatcher, id, { finalFareCents: 14_000, reason })).status).toBe(403);
  staffRideIn(await decide(dispatcher, id, { finalFareCents: 14_358, reason }));

  const late = await as(dispatcher).post(`/api/ops/rides/${id}/adjust`, {
    version: (await findRide(id)).version,
    ...adjusted,
  });
  expect(late.status).toBe(403);
  expect(await refundsAtStripe((await payBack(id)).paymentIntentId)).toEqual([9_000, 1_000]);
  expect(await findRideDifferences()).toEqual([]);
});

test('a dispatcher can decide on the full fare even if an admin refunded more than $100 before', async () => {
  const [rider, driver, admin] = [await buildRider(), await buildDriver(), await buildAdmin()];
  const { id, version } = await bookPaidRide(rider);
  const refund = { version, kind: 'refund', amountCents: 10_100, reason: 'Late before' };
  expect((await as(admin).post(`/api/ops/rides/${id}/adjust`, refund)).status).toBe(200);
  await acceptRide(id, driver.id);
  await RideModel.updateOne({ _id: id }, { scheduledAt: new Date() });
  await reachMilestone(await findRide(id), 'in_progress');
  await completeRide(await findRide(id), 8_000);

  const decided = await decide(await buildDispatcher(), id, {
    finalFareCents: FARE_CENTS,
    reason: 'A slip',
  });

  expect(decided.status).toBe(200);
});

test('when two admins decide a fare at the same time, one decides and the other gets a conflict that names who did', async () => {
  const { id } = await complete({ finalFareCents: 8_000 });
  const staff = [await buildAdmin({ name: 'Ann One' }), await buildAdmin({ name: 'Ben Other' })];
  await Promise.all(staff.map((each) => as(each).signIn()));
  const { version } = await findRide(id);

  const replies = await Promise.all(
    staff.map((each, index) =>
      decide(each, id, {
        version,
        finalFareCents: index === 0 ? 8_000 : 20_000,
        ...(index === 1 && { reason: 'Nearly all of it' }),
      }),
    ),
  );

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const isFirst = replies[0]?.status === 200;
  expect(replies[isFirst ? 1 : 0]?.body).toEqual({
    code: 'RIDE_CHANGED',
    message: `Final fare decided by ${isFirst ? 'Ann One' : 'Ben Other'} a moment ago; the board is up to date.`,
  });
  const ride = await payBack(id);
  expect(ride.actualFareCents).toBe(isFirst ? 8_000 : 20_000);
  expect(await refundsAtStripe(ride.paymentIntentId)).toEqual([FARE_CENTS - (ride.actualFareCents ?? 0)]);
  expect(ride.history.filter(({ change }) => change === 'fare_decided')).toHaveLength(1);
  expect(await receipts(id)).toHaveLength(1);
  expect(await findRideDifferences()).toEqual([]);
});

/** The fare in full, and waiting of which the thirtieth minute since the arrival is the last. */
const LONG = { finalFareCents: FARE_CENTS, waited: { minutes: 15, cents: 1_500 } };

test('half an hour of waiting is charged only once staff have confirmed it', async () => {
  const { id, driver, ride } = await complete(LONG);
  const admin = await buildAdmin();
  expect(ride).toMatchObject({
    actualFareCents: null,
    charges: [],
    fareReview: { proposedCents: FARE_CENTS, pendingSince: expect.any(String) },
  });
  expect(await shareOf(driver, id)).toBe('$0.00');
  expect(await alertsAbout(admin, id)).toMatchObject([
    {
      kind: 'fare-check',
      text: 'Sam completed it for $233.58 of $233.58, with 15 minutes of waiting ($15.00).',
    },
  ]);

  staffRideIn(await decide(await buildDispatcher(), id, { finalFareCents: FARE_CENTS }));

  expect(await findRide(id)).toMatchObject({
    actualFareCents: FARE_CENTS,
    charges: [{ kind: 'waiting', amountCents: 1_500, status: 'open' }],
  });
  expect(await findRideDifferences()).toEqual([]);
});

test('less than half an hour of waiting is charged on completion', async () => {
  const { ride } = await complete({ ...LONG, waited: { minutes: 14, cents: 1_400 } });
  expect(ride).toMatchObject({ fareReview: null, charges: [{ kind: 'waiting', amountCents: 1_400 }] });
});

test('staff charge fewer minutes of waiting than were recorded, with a reason', async () => {
  const { id, driver } = await complete(LONG);
  const admin = await buildAdmin();
  const decision = { finalFareCents: FARE_CENTS, waitingMinutes: 5 };
  expect(await decide(admin, id, decision)).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'reason' }] },
  });
  const reason = 'They started late';
  expect(await decide(admin, id, { ...decision, waitingMinutes: 16, reason })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'waitingMinutes' }] },
  });

  staffRideIn(await decide(admin, id, { ...decision, reason }));

  const ride = await findRide(id);
  expect(ride).toMatchObject({
    waiting: { minutes: 5, cents: 500 },
    charges: [{ kind: 'waiting', amountCents: 500, reason: 'Waiting, 5 minutes' }],
  });
  expect(ride.history.find(({ change }) => change === 'fare_decided')?.text).toBe(
    'Final fare of $233.58 confirmed, with 5 minutes of waiting instead of 15: They started late',
  );
  expect(await shareOf(driver, id)).toBe('$171.63');
  expect((await decide(admin, id, { ...decision, reason, version: 1 })).status).toBe(200);
  const other = await decide(admin, id, { ...decision, waitingMinutes: 0, reason, version: 1 });
  expect(other).toMatchObject({ status: 409, body: { code: 'RIDE_CHANGED' } });
  expect(await findRideDifferences()).toEqual([]);
});

test('waiting is deducted from the refund once the fare is decided, and the gift card is refunded last', async () => {
  const card = await buildGiftCard(15_000);
  const { id } = await complete({
    finalFareCents: 5_000,
    waited: { minutes: 10, cents: 1_000 },
    giftCardId: card.pass,
  });
  expect((await payBack(id)).charges).toEqual([]);

  staffRideIn(await decide(await buildAdmin(), id, { finalFareCents: 5_000 }));

  const ride = await payBack(id);
  expect(await refundsAtStripe(ride.paymentIntentId)).toEqual([8_358]);
  expect((await soundCard(card.id)).balanceCents).toBe(FARE_CENTS - 5_000 - 1_000 - 8_358);
  expect(await findRideDifferences()).toEqual([]);
});

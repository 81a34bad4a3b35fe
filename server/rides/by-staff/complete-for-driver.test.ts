import { expect, test } from 'vitest';
import type { RequestRide } from '#common/rides/ride-request.ts';
import { AuditModel } from '../../audit-log/audit-model.ts';
import { EMAIL_TEMPLATES } from '../../email-templates.ts';
import { SurgeEventModel } from '../../fares/surge-event-model.ts';
import { MailModel } from '../../mail/mail-model.ts';
import { as } from '../../testing/as.ts';
import { buildGiftCard, soundCard } from '../../testing/build-gift-card.ts';
import { comingDay } from '../../testing/build-ride.ts';
import { buildAdmin, buildDispatcher, buildDriver, buildRider } from '../../testing/build-user.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import { buildStaff } from '../../testing/dispatch-by-hand.ts';
import { HALF_HOUR } from '../../testing/extend-by-rider.ts';
import { openCharge, payAtStripe } from '../../testing/pay-charge.ts';
import {
  bookPaidRide,
  findRideDifferences,
  payBack,
  refundsAtStripe,
  staffRideIn,
} from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { Reply } from '../../testing/test-client.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { completeRide } from '../dispatch/complete-ride.ts';
import { reachMilestone } from '../dispatch/drive-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';

setUpTestApp();

/** The fare of three hours, paid; half of it is $116.79. */
const FARE_CENTS = 23_358;
const REASON = 'The driver’s phone died';

interface UnderWay {
  booked?: Partial<RequestRide>;
  /** The driver's waiting time beyond the free minutes. */
  waited?: { minutes: number; cents: number };
  giftCardId?: string;
}

/** A ride in progress that its driver has not completed. */
async function start({ booked, waited, giftCardId }: UnderWay = {}) {
  const [rider, driver] = [await buildRider(), await buildDriver({ name: 'Sam Ortiz' })];
  const { id } = await bookPaidRide(rider, { ...booked, ...(giftCardId && { giftCardId }) });
  await acceptRide(id, driver.id);
  await RideModel.updateOne({ _id: id }, { scheduledAt: new Date() });
  await reachMilestone(await findRide(id), 'in_progress');
  if (waited) await RideModel.updateOne({ _id: id }, { waiting: waited });
  return { id, rider, driver };
}

interface Completing {
  finalFareCents: number;
  waitingMinutes?: number;
  reason?: string;
  /** Defaults to the ride's current version. */
  version?: number;
}

async function complete(staff: UserRecord, id: string, body: Completing): Promise<Reply> {
  const { version } = await findRide(id);
  return as(staff).post(`/api/ops/rides/${id}/complete`, { version, reason: REASON, ...body });
}

const completeAsDriver = (driver: UserRecord, id: string, actualFare: string) =>
  as(driver).patch(`/api/rides/${id}/complete`, { actualFare });

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

test('a dispatcher can complete a ride with a fare above $10,000 for the full amount', async () => {
  // The most expensive tier of the seeded rates.
  await SurgeEventModel.create({
    ...{ name: 'Grand Prix', tier: 'special-event' },
    ...{ firstDay: comingDay(6), lastDay: comingDay(6) },
  });
  const { id } = await start({
    booked: { rideType: 'partybus-45', hours: 24, gratuityPercentage: 30, scheduledDate: comingDay(6) },
  });
  const { fare } = await findRide(id);
  expect(fare.fareCents).toBeGreaterThan(10_000_00);

  const reply = await complete(await buildDispatcher(), id, { finalFareCents: fare.fareCents });

  expect(staffRideIn(reply)).toMatchObject({ status: 'completed', actualFareCents: fare.fareCents });
});

test('staff complete a ride for its driver; rider, driver and board see it at once, and the audit log records it', async () => {
  const { id, rider, driver } = await start();
  const dana = await buildStaff('Dana Reyes');
  const [ridersPage, driversPage] = [await connectSocket(rider), await connectSocket(driver)];
  const board = await connectSocket(await buildDispatcher());
  await board.socket.timeout(5_000).emitWithAck('ops:watch');

  const completed = staffRideIn(await complete(dana, id, { finalFareCents: FARE_CENTS }));

  expect(completed).toMatchObject({
    status: 'completed',
    actualFareCents: FARE_CENTS,
    completedAt: expect.any(String),
  });
  expect(completed.history.at(-1)).toMatchObject({
    change: 'completed',
    by: { role: 'dispatcher', name: 'Dana Reyes' },
    text: `Final fare of $233.58: ${REASON}`,
  });
  expect(await ridersPage.next('ride:changed')).toMatchObject([
    { id, status: 'completed', actualFare: '$233.58' },
  ]);
  expect(await driversPage.next('ride:changed')).toMatchObject([
    { id, status: 'completed', completedBy: 'staff', driverShare: '$167.63' },
  ]);
  expect(await board.next('board:changed')).toMatchObject([
    { id, status: 'completed', actualFareCents: FARE_CENTS, version: completed.version },
  ]);
  expect(JSON.stringify((await as(rider).get(`/api/rides/${id}`)).body)).not.toContain(REASON);
  expect(await MailModel.countDocuments({ aboutId: id, template: 'ride-receipt' })).toBe(1);
  expect(await EMAIL_TEMPLATES['ride-receipt'].compose(id)).not.toBeNull();
  expect(await AuditModel.find({ 'subject.id': id, action: 'ride completed' }).lean()).toMatchObject([
    {
      actor: { id: dana.id },
      before: { status: 'in_progress', driverId: driver.id },
      after: { status: 'completed', finalFareCents: FARE_CENTS, reason: REASON },
    },
  ]);
  // The driver is free again for a ride at the same time.
  const next = await bookPaidRide(await buildRider());
  expect((await acceptRide(next.id, driver.id)).status).toBe('accepted');
  expect(await findRideDifferences()).toEqual([]);
});

test('a ride that its driver completes is marked as completed by the driver', async () => {
  const { id, driver } = await start();
  expect((await as(driver).get(`/api/rides/${id}`)).body).toMatchObject({ completedBy: null });
  expect((await completeAsDriver(driver, id, dollars(FARE_CENTS))).body).toMatchObject({
    completedBy: 'driver',
  });
});

test('a final fare set by an admin far below the paid amount needs no review, and the rest is refunded once', async () => {
  const { id } = await start();
  const admin = await buildAdmin();

  const completed = staffRideIn(await complete(admin, id, { finalFareCents: 8_000 }));
  const again = staffRideIn(await complete(admin, id, { finalFareCents: 8_000, version: 1 }));

  expect(completed).toMatchObject({ actualFareCents: 8_000, fareReview: null });
  expect(again.version).toBe(completed.version);
  const ride = await payBack(id);
  expect(await refundsAtStripe(ride.paymentIntentId)).toEqual([FARE_CENTS - 8_000]);
  expect(await AuditModel.countDocuments({ 'subject.id': id, action: 'ride completed' })).toBe(1);
  expect((await as(admin).get(`/api/ops/alerts?subjectId=${id}`)).body).toEqual([]);
  expect(await findRideDifferences()).toEqual([]);
});

test('concurrent identical completions by staff complete and refund the ride once', async () => {
  const { id } = await start();
  const admin = await buildAdmin();
  await as(admin).signIn();

  const replies = await Promise.all([1, 2, 3].map(() => complete(admin, id, { finalFareCents: 20_000 })));

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  const ride = await payBack(id);
  expect(ride.history.filter(({ change }) => change === 'completed')).toHaveLength(1);
  expect(await refundsAtStripe(ride.paymentIntentId)).toEqual([3_358]);
  expect(await AuditModel.countDocuments({ 'subject.id': id, action: 'ride completed' })).toBe(1);
});

test('when driver and staff complete a ride at the same time, one wins and the other gets a conflict that says who did', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, driver } = await start();
    const dana = await buildStaff('Dana Reyes');
    const { version } = await findRide(id);
    await Promise.all([as(driver).signIn(), as(dana).signIn()]);

    const [byDriver, byStaff] = await Promise.all([
      completeAsDriver(driver, id, '$200.00'),
      as(dana).post(`/api/ops/rides/${id}/complete`, { version, finalFareCents: 22_000, reason: REASON }),
    ]);

    const ride = await payBack(id);
    const isDrivers = ride.actualFareCents === 20_000;
    expect([byDriver.status, byStaff.status]).toEqual(isDrivers ? [200, 409] : [409, 200]);
    expect(isDrivers ? byStaff.body : byDriver.body).toEqual(
      expect.objectContaining({
        code: 'RIDE_CHANGED',
        message: isDrivers
          ? 'Completed by Sam Ortiz a moment ago; the board is up to date.'
          : 'Dispatch has completed this ride for $220.00.',
      }),
    );
    expect(ride.history.filter(({ change }) => change === 'completed')).toHaveLength(1);
    expect(await refundsAtStripe(ride.paymentIntentId)).toEqual([FARE_CENTS - (ride.actualFareCents ?? 0)]);
    expect(await MailModel.countDocuments({ aboutId: id, template: 'ride-receipt' })).toBe(1);
  }
  expect(await findRideDifferences()).toEqual([]);
});

test('after staff complete a ride, the driver’s completion conflicts for another fare and succeeds for the same', async () => {
  const { id, driver } = await start();
  staffRideIn(await complete(await buildAdmin(), id, { finalFareCents: 22_000 }));

  expect(await completeAsDriver(driver, id, dollars(FARE_CENTS))).toMatchObject({
    status: 409,
    body: { code: 'RIDE_CHANGED', message: 'Dispatch has completed this ride for $220.00.' },
  });
  expect(await completeAsDriver(driver, id, '$220.00')).toMatchObject({ status: 200 });
  expect(await completeAsDriver(await buildDriver(), id, '$220.00')).toMatchObject({ status: 404 });
});

test('staff can complete only a ride in progress, for at most its fare and with a reason', async () => {
  const admin = await buildAdmin();
  const { id, driver } = await start();
  const refused = async (body: Completing) => {
    const reply = await complete(admin, id, body);
    return [reply.status, Object(reply.body).issues?.[0]?.path];
  };
  expect(await refused({ finalFareCents: FARE_CENTS + 1 })).toEqual([400, 'finalFareCents']);
  expect(await refused({ finalFareCents: -1 })).toEqual([400, 'finalFareCents']);
  expect(await refused({ finalFareCents: FARE_CENTS, reason: ' ' })).toEqual([400, 'reason']);
  expect(await complete(admin, id, { finalFareCents: FARE_CENTS, version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'RIDE_CHANGED' },
  });
  expect((await findRide(id)).status).toBe('in_progress');

  await completeRide(await findRide(id), FARE_CENTS);
  const ahead = await bookPaidRide(await buildRider());
  for (const ride of [id, ahead.id]) {
    expect(await complete(admin, ride, { finalFareCents: 20_000 })).toMatchObject({
      status: 409,
      body: { code: 'RIDE_STATE_CONFLICT' },
    });
  }
  for (const person of [driver, await buildRider()]) {
    expect((await complete(person, id, { finalFareCents: FARE_CENTS })).status).toBe(403);
  }
});

test('what a dispatcher refunds by completing a ride counts towards their $100 refund limit', async () => {
  const [dispatcher, admin] = [await buildDispatcher(), await buildAdmin()];
  const { id } = await start();
  const refund = async (staff: UserRecord, amountCents: number) => {
    const { version } = await findRide(id);
    const body = { version, kind: 'refund', amountCents, reason: 'A dirty seat' };
    return as(staff).post(`/api/ops/rides/${id}/adjust`, body);
  };
  expect(await complete(dispatcher, id, { finalFareCents: FARE_CENTS - 10_001 })).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN' },
  });

  staffRideIn(await complete(dispatcher, id, { finalFareCents: FARE_CENTS - 9_000 }));
  expect((await refund(dispatcher, 1_001)).status).toBe(403);
  staffRideIn(await refund(dispatcher, 1_000));
  staffRideIn(await refund(admin, 1_000));

  expect(await refundsAtStripe((await payBack(id)).paymentIntentId)).toEqual([9_000, 1_000, 1_000]);
  expect(await findRideDifferences()).toEqual([]);
});

test('a dispatcher can complete a ride for its full fare even if an admin refunded more than $100 before', async () => {
  const [dispatcher, admin] = [await buildDispatcher(), await buildAdmin()];
  const { id } = await start();
  const { version } = await findRide(id);
  const refund = { version, kind: 'refund', amountCents: 15_000, reason: 'The car broke down' };
  staffRideIn(await as(admin).post(`/api/ops/rides/${id}/adjust`, refund));

  expect((await complete(dispatcher, id, { finalFareCents: FARE_CENTS - 1 })).status).toBe(403);
  staffRideIn(await complete(dispatcher, id, { finalFareCents: FARE_CENTS }));

  expect(await refundsAtStripe((await payBack(id)).paymentIntentId)).toEqual([15_000]);
  expect(await findRideDifferences()).toEqual([]);
});

test('when staff complete a ride, waiting is deducted from the refund and the gift card is refunded last', async () => {
  const card = await buildGiftCard(15_000);
  const { id } = await start({ waited: { minutes: 10, cents: 1_000 }, giftCardId: card.pass });

  staffRideIn(await complete(await buildAdmin(), id, { finalFareCents: 5_000 }));

  const ride = await payBack(id);
  expect(ride.charges).toEqual([]);
  expect(await refundsAtStripe(ride.paymentIntentId)).toEqual([8_358]);
  expect((await soundCard(card.id)).balanceCents).toBe(FARE_CENTS - 5_000 - 1_000 - 8_358);
  expect(await findRideDifferences()).toEqual([]);
});

test('staff who complete a ride charge fewer minutes of waiting than were recorded', async () => {
  const { id, driver } = await start({ waited: { minutes: 40, cents: 4_000 } });
  const admin = await buildAdmin();
  const body = { finalFareCents: FARE_CENTS, waitingMinutes: 5 };
  expect(await complete(admin, id, { ...body, waitingMinutes: 41 })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'waitingMinutes' }] },
  });

  const completed = staffRideIn(await complete(admin, id, body));

  expect(completed).toMatchObject({
    waiting: { minutes: 5, cents: 500 },
    charges: [{ kind: 'waiting', amountCents: 500, reason: 'Waiting, 5 minutes' }],
  });
  expect(completed.history.at(-1)?.text).toBe(
    `Final fare of $233.58, with 5 minutes of waiting instead of 40: ${REASON}`,
  );
  expect((await as(driver).get(`/api/rides/${id}`)).body).toMatchObject({ driverShare: '$171.63' });
  expect(await AuditModel.find({ 'subject.id': id, action: 'ride completed' }).lean()).toMatchObject([
    { before: { waitingMinutes: 40 }, after: { waitingMinutes: 5 } },
  ]);
  expect(staffRideIn(await complete(admin, id, { ...body, version: 1 })).version).toBe(completed.version);
  const other = await complete(admin, id, { ...body, waitingMinutes: 0, version: 1 });
  expect(other).toMatchObject({ status: 409, body: { code: 'RIDE_CHANGED' } });
  expect(await findRideDifferences()).toEqual([]);
});

/** Has the rider pay 30 more minutes of a ride that began 185 minutes ago, which nobody reports. */
async function extendUnreported(rider: UserRecord, id: string, dueCents = HALF_HOUR): Promise<string> {
  const { history } = await RideModel.findById(id).lean().orFail();
  const at = new Date(Date.now() - 185 * 60_000);
  await RideModel.updateOne({ _id: id }, { history: history.map((entry) => ({ ...entry, at })) });
  const reply = await as(rider).post(`/api/rides/${id}/extend`, { expectedDueCents: dueCents });
  const { chargeId } = reply.body as { chargeId: string };
  await payAtStripe(await openCharge(rider, id, chargeId));
  return chargeId;
}

test('when staff complete a ride, an extension that was paid unnoticed is confirmed first, and billed', async () => {
  const { id, rider } = await start();
  const chargeId = await extendUnreported(rider, id);
  const { version } = await findRide(id);
  const dispatcher = await buildDispatcher();
  const body = { version, finalFareCents: FARE_CENTS };

  const completed = staffRideIn(await complete(dispatcher, id, body));

  const finalFareCents = FARE_CENTS + HALF_HOUR;
  expect(completed).toMatchObject({
    ...{ status: 'completed', hours: 3.5, actualFareCents: finalFareCents },
    charges: [{ id: chargeId, status: 'paid' }],
  });
  expect(completed.history.at(-1)?.text).toBe(`Final fare of ${dollars(finalFareCents)}: ${REASON}`);
  expect(await AuditModel.find({ 'subject.id': id, action: 'ride completed' }).lean()).toMatchObject([
    { after: { finalFareCents } },
  ]);
  expect(staffRideIn(await complete(dispatcher, id, body)).version).toBe(completed.version);
  expect(await complete(await buildAdmin(), id, body)).toMatchObject({ body: { code: 'RIDE_CHANGED' } });
  const { paymentIntentId } = (await payBack(id)).charges[0] ?? {};
  expect(await refundsAtStripe(paymentIntentId ?? null)).toEqual([]);
  expect(await findRideDifferences()).toEqual([]);
});

test('a repeated completion is recognized when the extension also paid a remainder that was waived before', async () => {
  const waivedCents = 18;
  const card = await buildGiftCard(FARE_CENTS - waivedCents);
  const { id, rider } = await start({ giftCardId: card.pass });
  await extendUnreported(rider, id, HALF_HOUR + waivedCents);
  const { version } = await findRide(id);
  const admin = await buildAdmin();
  const body = { version, finalFareCents: FARE_CENTS };
  const completed = staffRideIn(await complete(admin, id, body));
  expect(completed.actualFareCents).toBe(FARE_CENTS + HALF_HOUR);

  const again = await complete(admin, id, body);
  const other = await complete(admin, id, { ...body, finalFareCents: FARE_CENTS - 100 });

  expect(staffRideIn(again).version).toBe(completed.version);
  expect(other).toMatchObject({ status: 409, body: { code: 'RIDE_CHANGED' } });
  expect(await findRideDifferences()).toEqual([]);
});

test('staff who would refund more than their limit once an extension is confirmed are refused', async () => {
  const { id, rider } = await start();
  await extendUnreported(rider, id);
  const dispatcher = await buildDispatcher();
  const refused = (finalFareCents: number) => complete(dispatcher, id, { finalFareCents });

  expect(await refused(FARE_CENTS - 9_000)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });

  expect(await findRide(id)).toMatchObject({ status: 'in_progress', hours: 3.5 });
  staffRideIn(await complete(dispatcher, id, { finalFareCents: FARE_CENTS }));
  expect(await findRideDifferences()).toEqual([]);
});

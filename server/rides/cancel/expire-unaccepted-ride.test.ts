import { LATE_ACCEPT_MS } from '#common/rides/punctuality.ts';
import '../../testing/own-mailbox.ts';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import type { RequestRide } from '#common/rides/ride-request.ts';
import type { RequestedRide } from '#common/rides/rides-api.ts';
import { startWorker } from '#workers/testing/start-worker.ts';
import { jobQueue } from '../../infra/queues.ts';
import { stripe } from '../../infra/stripe.ts';
import { MailModel } from '../../mail/mail-model.ts';
import { findPromoDifferences } from '../../promos/find-promo-differences.ts';
import { PromoModel } from '../../promos/promo-model.ts';
import { as } from '../../testing/as.ts';
import { buildGiftCard, soundCard } from '../../testing/build-gift-card.ts';
import { buildPromo } from '../../testing/build-promo.ts';
import { bookRide, buildRide, confirmCovered, pay, paymentIntentOf } from '../../testing/build-ride.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import { inHours } from '../../testing/in-hours.ts';
import { ownMailbox } from '../../testing/own-mailbox.ts';
import { payAndConfirm } from '../../testing/pay-ride.ts';
import { recordRideMessages } from '../../testing/record-ride-messages.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { assignRide } from '../dispatch/assign-ride.ts';
import { completeRide } from '../dispatch/complete-ride.ts';
import { reachMilestone } from '../dispatch/drive-ride.ts';
import { confirmPayment } from '../payment/confirm-payment.ts';
import { findHoldDifferences } from '../payment/find-hold-differences.ts';
import { refundRide } from '../payment/refund-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide, listOffers } from '../ride-queries.ts';
import { expireUnacceptedRide } from './expire-unaccepted-ride.ts';

setUpTestApp();
beforeAll(() => startWorker());

const DANA: AuditActor = { role: 'dispatcher', id: 'b'.repeat(24), name: 'Dana Reyes', address: null };

/** The latest pickup time whose unaccepted ride has expired by now. */
const longPast = () => new Date(Date.now() - LATE_ACCEPT_MS);

/** A paid ride that no driver accepted by its pickup time. */
async function buildUnaccepted(
  overrides: Partial<RequestRide> = {},
  rider?: UserRecord,
): Promise<RequestedRide> {
  const booked = await bookRide(rider ?? (await buildRider()), overrides);
  await payAndConfirm(booked);
  await RideModel.updateOne({ _id: booked.ride.id }, { scheduledAt: longPast() });
  return booked;
}

async function refundsOf({ clientSecret }: RequestedRide): Promise<number[]> {
  const { data } = await stripe.refunds.list({ payment_intent: paymentIntentOf(clientSecret) });
  return data.map(({ amount }) => amount);
}

test('a ride that no driver accepted is cancelled and published, and its rider refunded and emailed', async () => {
  const rider = await buildRider({ email: 'not-accepted@example.com' });
  const booked = await bookRide(rider);
  await pay(booked);
  await confirmPayment(booked.ride.id);
  const [driversPage, ridersPage] = [await connectSocket(await buildDriver()), await connectSocket(rider)];
  const watched = await driversPage.socket.emitWithAck('offers:watch');
  expect(JSON.stringify(watched)).toContain(booked.ride.id);
  await RideModel.updateOne({ _id: booked.ride.id }, { scheduledAt: longPast() });
  const recorded = await recordRideMessages();

  await expireUnacceptedRide(booked.ride.id);

  expect(await driversPage.next('offer:removed')).toMatchObject([
    { id: booked.ride.id, version: 3, reason: 'cancelled' },
  ]);
  expect(await ridersPage.next('ride:changed')).toMatchObject([
    { status: 'cancelled', paymentStatus: 'paid' },
  ]);
  await recorded.next(booked.ride.id, 'refunded');
  expect(await ridersPage.next('ride:changed')).toMatchObject([
    { status: 'cancelled', paymentStatus: 'refunded', refundedAmount: '$233.58', refundedToGiftCard: null },
  ]);
  expect(await refundsOf(booked)).toEqual([23_358]);
  expect(await RideModel.findById(booked.ride.id).lean()).toMatchObject({ refundOwed: null });
  const mail = await ownMailbox.waitForSubject(rider.email, 'No driver could take your ride');
  expect(mail.text).toContain('Back to Visa 4242: $233.58');
  expect(mail.text).toContain(`Reference: ${rideReference(booked.ride.id)}`);
  expect(mail.text).not.toContain('gift card');
});

test('expiry of an unaccepted ride restores gift card and promo code and refunds the rest to the bank card', async () => {
  const rider = await buildRider({ email: 'three-pockets@example.com' });
  const [card, promo] = [await buildGiftCard(10_000), await buildPromo({ totalCap: 1, firstRideOnly: true })];
  const booked = await buildUnaccepted({ giftCardId: card.pass, promoCodeId: promo.id }, rider);
  expect((await soundCard(card.id)).balanceCents).toBe(0);
  const recorded = await recordRideMessages();

  await expireUnacceptedRide(booked.ride.id);
  await recorded.next(booked.ride.id, 'refunded');

  expect(await refundsOf(booked)).toEqual([10_858]);
  expect((await soundCard(card.id)).balanceCents).toBe(10_000);
  expect((await PromoModel.findById(promo.id))?.uses).toBe(0);
  expect([...(await findPromoDifferences()), ...(await findHoldDifferences())]).toEqual([]);
  const mail = await ownMailbox.waitForSubject(rider.email, 'No driver could take your ride');
  expect(mail.text).toContain('Back to your gift card: $100.00');
  expect(mail.text).toContain('This ride did not use up your promo code.');
  await expect(bookRide(await buildRider(), { promoCodeId: promo.id })).resolves.toBeDefined();
});

test('an unaccepted ride that cost nothing is not refunded, but its promo code is released', async () => {
  const promo = await buildPromo({ percent: 100, totalCap: 1 });
  const { ride } = await buildUnaccepted({ promoCodeId: promo.id });
  expect(await findRide(ride.id)).toMatchObject({ paymentStatus: 'waived' });
  const recorded = await recordRideMessages();

  await expireUnacceptedRide(ride.id);

  await recorded.next(ride.id, 'refunded');
  expect((await PromoModel.findById(promo.id))?.uses).toBe(0);
  expect(await RideModel.findById(ride.id).lean()).toMatchObject({ refundOwed: null });
});

test('a ride stays an offer until half an hour after its pickup time', async () => {
  const ride = await buildRide({ scheduledAt: new Date(Date.now() - LATE_ACCEPT_MS + 60_000) });

  await expireUnacceptedRide(ride.id);

  expect(await findRide(ride.id)).toMatchObject({ status: 'requested', version: ride.version });
  expect(await acceptRide(ride.id, (await buildDriver()).id)).toMatchObject({ status: 'accepted' });
});

test('half an hour after its pickup time a ride is no offer any more, even if no worker has cancelled it', async () => {
  const rider = await buildRider();
  const late = await buildUnaccepted({}, rider);
  const inTime = await buildRide({ scheduledAt: new Date(longPast().getTime() + 60_000) });
  const driver = await buildDriver();

  const reply = await as(driver).patch(`/api/rides/${late.ride.id}/status`, {
    status: 'accepted',
    driverId: driver.id,
  });

  expect(reply).toMatchObject({ status: 409, body: { code: 'RIDE_NOT_OPEN' } });
  const offers = (await listOffers([{ rideType: 'lux-sedan', until: null }])).map(({ id }) => id);
  expect(offers).toContain(inTime.id);
  expect(offers).not.toContain(late.ride.id);

  const recorded = await recordRideMessages();
  await expireUnacceptedRide(late.ride.id);
  await recorded.next(late.ride.id, 'refunded');
  expect(await refundsOf(late)).toEqual([23_358]);
});

test('a ride whose time as an offer ends while a driver accepts it is not accepted', async () => {
  const ride = await buildRide();
  const driver = await buildDriver();
  const write = RideModel.findOneAndUpdate.bind(RideModel);
  const spy = vi.spyOn(RideModel, 'findOneAndUpdate');
  onTestFinished(() => spy.mockRestore());
  spy.mockImplementationOnce((...asked: Parameters<typeof write>) => {
    const acceptance = write(...asked);
    const run = acceptance.lean.bind(acceptance);
    const lean = async () => {
      await RideModel.updateOne({ _id: ride.id }, { scheduledAt: inHours(-0.51) });
      return run();
    };
    return Object.assign(acceptance, { lean });
  });

  await expect(acceptRide(ride.id, driver.id)).rejects.toMatchObject({ code: 'RIDE_NOT_OPEN' });

  expect(await findRide(ride.id)).toMatchObject({ status: 'requested', driverId: null });
});

test.each([
  { status: 'accepted' },
  { status: 'in_progress' },
  { status: 'completed' },
  { status: 'cancelled' },
  { paymentStatus: 'pending' },
  { paymentStatus: 'flagged' },
] as const)('the expiry of unaccepted rides does not change a ride that is %o', async (state) => {
  const ride = await buildRide({ ...state, scheduledAt: longPast() });

  await expireUnacceptedRide(ride.id);

  expect(await findRide(ride.id)).toEqual(ride);
});

test('a ride that staff assign after its pickup time is not expired and can be completed', async () => {
  const { ride } = await buildUnaccepted();
  const [driver, { version }] = [await buildDriver(), await findRide(ride.id)];
  await assignRide(ride.id, { version, driverId: driver.id, allowNearly: true }, DANA);

  await expireUnacceptedRide(ride.id);

  expect(await findRide(ride.id)).toMatchObject({ status: 'accepted', driverId: driver.id });
  await reachMilestone(await findRide(ride.id), 'in_progress');
  expect(await completeRide(await findRide(ride.id), 23_358)).toMatchObject({ status: 'completed' });
});

test('when staff assign a ride while it expires, it is either assigned or cancelled and refunded', async () => {
  const booked = await Promise.all(Array.from({ length: 10 }, () => buildUnaccepted()));
  const drivers = await Promise.all(booked.map(() => buildDriver()));
  const recorded = await recordRideMessages();

  const assignments = await Promise.all(
    booked.map(async ({ ride }, index) => {
      const { version } = await findRide(ride.id);
      const choice = { version, driverId: drivers[index]?.id ?? '', allowNearly: true };
      const early = index % 2 === 0 ? null : expireUnacceptedRide(ride.id);
      const [assignment] = await Promise.allSettled([
        assignRide(ride.id, choice, DANA),
        early ?? expireUnacceptedRide(ride.id),
      ]);
      return assignment;
    }),
  );

  for (const [index, assignment] of assignments.entries()) {
    const each = booked[index];
    if (!each) throw new Error('ten rides');
    const { status, driverId, history } = await findRide(each.ride.id);
    if (assignment.status === 'fulfilled') {
      expect([status, driverId, history.length]).toEqual(['accepted', drivers[index]?.id, 3]);
      expect(await refundsOf(each)).toEqual([]);
    } else {
      expect(assignment.reason).toBeInstanceOf(AppError);
      expect([status, driverId]).toEqual(['cancelled', null]);
      await recorded.next(each.ride.id, 'refunded');
      expect(await refundsOf(each)).toEqual([23_358]);
    }
  }
});

test('repeated and concurrent expiry cancels, refunds, publishes and emails a ride once', async () => {
  const booked = await buildUnaccepted();
  const { id } = booked.ride;
  const recorded = await recordRideMessages();

  await Promise.all([expireUnacceptedRide(id), expireUnacceptedRide(id)]);
  await expireUnacceptedRide(id);
  await Promise.allSettled([refundRide(id, 'not-accepted'), refundRide(id, 'not-accepted')]);
  await refundRide(id, 'not-accepted');

  const { history } = await findRide(id);
  expect(history.map(({ change }) => change)).toEqual(['requested', 'paid', 'cancelled', 'refunded']);
  await recorded.next(id, 'refunded');
  const published = (await recorded.all(id)).map((message) => message.history.at(-1)?.change);
  expect(published).toEqual(['cancelled', 'refunded']);
  expect(await refundsOf(booked)).toEqual([23_358]);
  expect(await MailModel.countDocuments({ aboutId: id, template: 'ride-not-accepted' })).toBe(1);
});

test('settling a ride schedules its expiry half an hour past its pickup', async () => {
  const [byCard, byPromo] = [await bookRide(await buildRider()), await buildPromo({ percent: 100 })];
  await pay(byCard);
  await confirmPayment(byCard.ride.id);
  const covered = await bookRide(await buildRider(), { promoCodeId: byPromo.id });
  const ride = await confirmCovered(covered);

  const delayed = await jobQueue().getDelayed();

  for (const rideId of [byCard.ride.id, ride.id]) {
    const job = delayed.find(({ name, data }) => name === 'expire-unaccepted-ride' && data.rideId === rideId);
    const { scheduledAt } = await findRide(rideId);
    const runsAt = (job?.timestamp ?? 0) + (job?.delay ?? 0);
    expect(Math.abs(runsAt - Date.parse(scheduledAt) - LATE_ACCEPT_MS)).toBeLessThan(5_000);
  }
});

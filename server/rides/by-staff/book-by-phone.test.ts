import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { MINUTE_MS } from '#common/durations.ts';
import { SEEDED_RATES } from '#common/fares/rates.ts';
import type { BookByPhone } from '#common/rides/by-staff-api.ts';
import { NO_PAYMENT_REQUIRED } from '#common/rides/rides-api.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { dateInVegas } from '#common/time.ts';
import { startWorker } from '#workers/testing/start-worker.ts';
import { CapacityDayModel } from '../../capacity/capacity-model.ts';
import { RatesModel } from '../../fares/rates-model.ts';
import { MailModel } from '../../mail/mail-model.ts';
import { as, visitor } from '../../testing/as.ts';
import { scheduleRatesAs } from '../../testing/build-rates.ts';
import { pay } from '../../testing/build-ride.ts';
import { buildAdmin, buildDispatcher, buildDriver, buildRider } from '../../testing/build-user.ts';
import { dieAtChange } from '../../testing/die-at-change.ts';
import { linkOf, payLink, stateOf } from '../../testing/pay-link.ts';
import { findRideDifferences, staffRideIn } from '../../testing/pay-ride.ts';
import { book, countInvitations, FARE_CENTS, phoneRequest } from '../../testing/phone-booking.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { findUserByEmail } from '../../users/accounts.ts';
import { resumePayment } from '../booking/open-order-payment.ts';
import { composePayLinkEmail } from '../charges/charge-emails.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { completeRide } from '../dispatch/complete-ride.ts';
import { reachMilestone } from '../dispatch/drive-ride.ts';
import { confirmPayment } from '../payment/confirm-payment.ts';
import { reconcileRides } from '../payment/reconcile-rides.ts';
import { RideModel, type RideRecord, toRideRecord } from '../ride-model.ts';
import { findRide, listOffers } from '../ride-queries.ts';
import { bookByPhone } from './book-by-phone.ts';

setUpTestApp();
beforeAll(() => startWorker());

async function drive(rideId: string) {
  const driver = await buildDriver();
  await acceptRide(rideId, driver.id);
  await RideModel.updateOne({ _id: rideId }, { scheduledAt: new Date() });
  const started = await reachMilestone(await findRide(rideId), 'in_progress');
  return completeRide(started, FARE_CENTS);
}

const isOffered = async (rideId: string) => {
  const offers = await listOffers([{ rideType: 'lux-sedan', until: null }]);
  return offers.some(({ id }) => id === rideId);
};

test('a phone booking for a new customer sends an invitation and a payment link, and is offered once paid', async () => {
  const request = phoneRequest();

  const ride = staffRideIn(await book(request));

  expect(ride).toMatchObject({
    paymentStatus: 'pending',
    history: [{ change: 'requested', by: { role: 'dispatcher', name: 'Dan Dispatcher' } }],
    charges: [{ kind: 'booking', status: 'open', amountCents: FARE_CENTS }],
  });
  const rider = await findUserByEmail(request.customerEmail);
  expect(rider).toMatchObject({ id: ride.riderId, role: 'rider', name: request.customerName });
  expect(await MailModel.exists({ template: 'payment-link', aboutId: ride.charges[0]?.id })).not.toBeNull();
  expect(await MailModel.exists({ template: 'invitation' })).not.toBeNull();
  expect(JSON.stringify(await composePayLinkEmail(ride.charges[0]?.id ?? ''))).toContain('/pay/');
  expect(await isOffered(ride.id)).toBe(false);
  expect(await stateOf(ride)).toMatchObject({ state: 'open', amountCents: FARE_CENTS, payBy: ride.payBy });

  const paymentIntentId = await payLink(ride);

  expect(await stateOf(ride)).toMatchObject({ state: 'paid' });
  expect(await findRide(ride.id)).toMatchObject({
    paymentStatus: 'paid',
    paymentIntentId,
    payment: { last4: '4242' },
  });
  expect(await isOffered(ride.id)).toBe(true);
  expect(await drive(ride.id)).toMatchObject({ status: 'completed' });
  const again = await visitor().post(`${linkOf(ride)}/checkout`);
  expect(again).toMatchObject({
    status: 409,
    body: { code: 'RIDE_STATE_CONFLICT', message: 'This is already paid.' },
  });
  expect(await findRideDifferences()).toEqual([]);
});

test('a phone booking stores another passenger, a flight number and a stop with its fee', async () => {
  const trip = {
    passenger: { name: 'Jordan Lee', phone: '(702) 555-0163' },
    flightNumber: 'WN 1482',
    stops: ['Fashion Show Mall, 3200 S Las Vegas Blvd'],
  };
  const request = phoneRequest({ ...trip, bookingType: 'point-to-point', hours: null, payment: 'account' });

  const ride = staffRideIn(await book(request));

  expect(ride).toMatchObject({ ...trip, fare: { stopCents: 1_500 } });
  expect((await RideModel.findById(ride.id).lean())?.searchTerms).toEqual(
    expect.arrayContaining(['jordan', '7025550163', 'wn1482']),
  );
});

test('a phone booking on account is offered and driven without a payment and is not refundable', async () => {
  const rider = await buildRider();

  const ride = staffRideIn(await book(phoneRequest({ customerEmail: rider.email, payment: 'account' })));

  expect(ride).toMatchObject({
    riderId: rider.id,
    paymentStatus: 'on_account',
    charges: [],
    refundableCents: 0,
  });
  expect(await isOffered(ride.id)).toBe(true);
  expect(await drive(ride.id)).toMatchObject({ status: 'completed', refundOwed: null });
  expect(await findRideDifferences()).toEqual([]);
});

test('one key books one ride by phone; a driver’s email is refused; an unknown payment token is not found', async () => {
  const dispatcher = await buildDispatcher();
  const request = phoneRequest();
  const press = () => as(dispatcher).post('/api/ops/rides', request, { 'idempotency-key': 'one-call' });

  const replies = await Promise.all([press(), press()]);
  replies.push(await press());

  expect(new Set(replies.map((reply) => staffRideIn(reply).id)).size).toBe(1);
  expect(await countInvitations(request.customerEmail)).toBe(1);
  const driver = await buildDriver();
  expect(await book(phoneRequest({ customerEmail: driver.email }))).toMatchObject({
    status: 409,
    body: { code: 'EMAIL_TAKEN' },
  });
  expect(await visitor().get(`/api/pay/${'A'.repeat(40)}`)).toMatchObject({ status: 404 });
});

test('an idempotency key used for one caller is refused for another, who gets no account', async () => {
  const dispatcher = await buildDispatcher();
  const [request, other] = [phoneRequest(), phoneRequest()];
  const press = (body: BookByPhone) =>
    as(dispatcher).post('/api/ops/rides', body, { 'idempotency-key': 'one-caller' });
  const booked = staffRideIn(await press(request));

  expect(await press(other)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });

  expect(await findUserByEmail(other.customerEmail)).toBeNull();
  expect(staffRideIn(await press(request)).id).toBe(booked.id);
  // Another member of staff may use the same key.
  expect((await book(other, 'one-caller')).status).toBe(201);
});

test('when two callers are booked concurrently with one key, one gets the ride and the other a conflict', async () => {
  const dispatcher = await buildDispatcher();
  const [first, second] = [phoneRequest(), phoneRequest()];
  const press = (body: BookByPhone) =>
    as(dispatcher).post('/api/ops/rides', body, { 'idempotency-key': 'one-instant' });
  const create = RideModel.create.bind(RideModel);
  const booked: StaffRide[] = [];
  // By then both requests have checked that the key is unused.
  vi.spyOn(RideModel, 'create').mockImplementationOnce((async (doc: object) => {
    booked.push(staffRideIn(await press(second)));
    return create(doc);
  }) as never);

  const refused = await press(first);

  expect(refused).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  expect(await RideModel.countDocuments({ customerEmail: first.customerEmail })).toBe(0);
  expect(await countInvitations(first.customerEmail)).toBe(0);
  expect(await countInvitations(second.customerEmail)).toBe(1);
  expect(staffRideIn(await press(second)).id).toBe(booked[0]?.id);
  expect(await press(first)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  const days = await CapacityDayModel.find({ 'places.rideId': booked[0]?.id }).lean();
  const rideIds = days.flatMap(({ places }) => places.map(({ rideId }) => rideId));
  expect(rideIds).toContain(booked[0]?.id);
  // The refused booking has released its vehicle time: all of it belongs to stored rides.
  expect(await RideModel.countDocuments({ _id: { $in: rideIds } })).toBe(rideIds.length);
});

test('retrying a phone booking after a change of rates returns the same ride at its original fare', async () => {
  const dispatcher = await buildDispatcher();
  const request = phoneRequest({ payment: 'account', ratesVersion: SEEDED_RATES.id });
  const press = (body: BookByPhone) =>
    as(dispatcher).post('/api/ops/rides', body, { 'idempotency-key': 'lost-reply' });
  const booked = staffRideIn(await press(request));
  const rates = await scheduleRatesAs(await buildAdmin());
  await RatesModel.updateOne({ _id: rates.id }, { effectiveFrom: dateInVegas(new Date()) });
  onTestFinished(async () => void (await RatesModel.deleteOne({ _id: rates.id })));

  const again = await press({ ...request, ratesVersion: rates.id });

  expect(staffRideIn(again)).toMatchObject({ id: booked.id, fare: { totalCents: FARE_CENTS } });
  const { id: riderId } = (await findUserByEmail(request.customerEmail)) ?? {};
  expect(await RideModel.countDocuments({ riderId })).toBe(1);
  const another = await press({ ...request, specialRequests: 'A child seat', ratesVersion: rates.id });
  expect(another).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
});

/** Books a ride on account in a process that dies before it is settled. */
async function bookUnsettled() {
  const [rider, { id, name }] = [await buildRider(), await buildDispatcher()];
  const actor = { role: 'dispatcher', id, name, address: null } as const;
  const request = phoneRequest({ customerEmail: rider.email, payment: 'account' });
  const press = () => bookByPhone({ request, actor, idempotencyKey: 'half-booked' });
  const step = dieAtChange(1);
  await expect(press()).rejects.toThrow('killed');
  step.mockRestore();
  return { ride: toRideRecord(await RideModel.findOne({ riderId: rider.id }).lean().orFail()), press, actor };
}

/** Books it so, and opens its payment as its rider. */
async function bookHalf() {
  const { ride, press } = await bookUnsettled();
  return { ride, press, clientSecret: await resumePayment(ride) };
}

/** Runs reconciliation as if this ride had been booked a minute ago. */
async function reconcileAfter({ id }: RideRecord): Promise<RideRecord> {
  await RideModel.updateOne({ _id: id }, { createdAt: new Date(Date.now() - MINUTE_MS) });
  await reconcileRides();
  return findRide(id);
}

test('reconciliation settles a ride on account soon after a crash, in the name of who booked it', async () => {
  const { ride, press, actor } = await bookUnsettled();
  const byLink = staffRideIn(await book(phoneRequest()));
  await reconcileRides();
  expect((await findRide(ride.id)).paymentStatus).toBe('pending');

  const settled = await reconcileAfter(ride);

  expect(settled).toMatchObject({ status: 'requested', paymentStatus: 'on_account', charges: [] });
  expect(settled.history).toMatchObject([{ change: 'requested' }, { change: 'paid', by: actor }]);
  expect(await MailModel.countDocuments({ template: 'ride-booked', aboutId: ride.id })).toBe(1);
  expect(await press()).toMatchObject({ id: ride.id, version: settled.version });
  expect(
    await reconcileAfter(toRideRecord(await RideModel.findById(byLink.id).lean().orFail())),
  ).toMatchObject({ paymentStatus: 'pending' });
  expect(await findRideDifferences()).toEqual([]);
});

test('reconciliation cancels the payment of a ride on account, or confirms it if it was made', async () => {
  const [open, paid] = [await bookHalf(), await bookHalf()];
  const paymentIntentId = await pay({ clientSecret: paid.clientSecret });

  expect(await reconcileAfter(open.ride)).toMatchObject({ paymentStatus: 'on_account' });
  expect(await reconcileAfter(paid.ride)).toMatchObject({ paymentStatus: 'paid', paymentIntentId });

  await expect(pay({ clientSecret: open.clientSecret })).rejects.toThrow();
  expect(await findRideDifferences()).toEqual([]);
});

test('a ride on account that a crash left payable by card is settled once its payment is cancelled', async () => {
  const { ride, press, clientSecret } = await bookHalf();

  expect(await press()).toMatchObject({ id: ride.id, paymentStatus: 'on_account', paymentIntentId: null });

  await expect(pay({ clientSecret })).rejects.toThrow();
  expect(await confirmPayment(ride.id)).toBe('settled');
  expect(await resumePayment(await findRide(ride.id))).toBe(NO_PAYMENT_REQUIRED);
  expect(await findRideDifferences()).toEqual([]);
});

test('a ride on account that was paid by card after a crash is paid, not on account', async () => {
  const { ride, press, clientSecret } = await bookHalf();
  const paymentIntentId = await pay({ clientSecret });

  expect(await press()).toMatchObject({ id: ride.id, paymentStatus: 'paid', paymentIntentId });

  expect(await findRideDifferences()).toEqual([]);
});

test('a ride on account whose rider opens its payment just as it is settled cannot be paid by card', async () => {
  const { ride, press, clientSecret } = await bookHalf();
  await RideModel.updateOne({ _id: ride.id }, { paymentIntentId: null });
  const settle = RideModel.findOneAndUpdate.bind(RideModel);
  vi.spyOn(RideModel, 'findOneAndUpdate').mockImplementationOnce(((...statement: never[]) => ({
    lean: async () => {
      await resumePayment(ride);
      return settle(...(statement as [])).lean();
    },
  })) as never);

  expect(await press()).toMatchObject({ paymentStatus: 'on_account', paymentIntentId: null });

  await expect(pay({ clientSecret })).rejects.toThrow();
});

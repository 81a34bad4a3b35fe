import { randomUUID } from 'node:crypto';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { SEEDED_RATES } from '#common/fares/rates.ts';
import { payLinkSchema } from '#common/rides/pay-link-api.ts';
import type { BookByPhone } from '#common/rides/ride-money-api.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { dateInVegas } from '#common/time.ts';
import { startWorker } from '#workers/testing/start-worker.ts';
import { CapacityDayModel } from '../../capacity/capacity-model.ts';
import { RatesModel } from '../../fares/rates-model.ts';
import { logger } from '../../infra/logger.ts';
import { stripe } from '../../infra/stripe.ts';
import { MailModel } from '../../mail/mail-model.ts';
import { readStripeRecord } from '../../payments/stripe-records.ts';
import { as, visitor } from '../../testing/as.ts';
import { scheduleRatesAs } from '../../testing/build-rates.ts';
import { buildRequest } from '../../testing/build-ride.ts';
import { buildAdmin, buildDispatcher, buildDriver, buildRider } from '../../testing/build-user.ts';
import { payCheckout } from '../../testing/buy-gift-card.ts';
import { newId } from '../../testing/new-id.ts';
import { auditRides, refundsAtStripe, staffRideIn } from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { findUserByEmail, signUp } from '../../users/accounts.ts';
import { InvitationModel } from '../../users/invitation-model.ts';
import { createInvitationLink, createInvited } from '../../users/invitations.ts';
import { UserModel } from '../../users/user-model.ts';
import { auditCharges } from '../charges/charge-audit.ts';
import { composePayLinkEmail } from '../charges/charge-emails.ts';
import { confirmCharge } from '../charges/confirm-charge.ts';
import { payLinkPath } from '../charges/pay-link-token.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { completeRide } from '../dispatch/complete-ride.ts';
import { reachMilestone } from '../dispatch/drive-ride.ts';
import { confirmPayment } from '../payment/confirm-payment.ts';
import { expireUnpaidRide } from '../payment/expire-unpaid-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide, listOffers } from '../ride-queries.ts';

setUpTestApp();
beforeAll(() => startWorker());

const FARE_CENTS = 23_358;

function phoneRequest(overrides: Partial<BookByPhone> = {}): BookByPhone {
  const { riderId: _riderId, ...request } = buildRequest({ riderId: 'a'.repeat(24) });
  return { ...request, customerEmail: `caller-${randomUUID()}@example.com`, payment: 'link', ...overrides };
}

async function book(request: BookByPhone, key?: string) {
  const dispatcher = await buildDispatcher();
  return as(dispatcher).post('/api/ops/rides', request, key ? { 'idempotency-key': key } : {});
}

const linkOf = ({ charges }: StaffRide) => `/api${payLinkPath(charges.at(-1)?.id ?? '')}`;

async function stateOf(ride: StaffRide) {
  const { status, body } = await visitor().get(linkOf(ride));
  expect(status, JSON.stringify(body)).toBe(200);
  return payLinkSchema.parse(body);
}

async function openLink(ride: StaffRide): Promise<string> {
  const { status, body } = await visitor().post(`${linkOf(ride)}/checkout`);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { checkoutUrl: string }).checkoutUrl.split('/').at(-1) ?? '';
}

async function payLink(ride: StaffRide): Promise<string> {
  const sessionId = await openLink(ride);
  await payCheckout({ sessionId, buyerEmail: 'payer@example.com' });
  const session = await stripe.checkout.sessions.retrieve(sessionId);
  return `${session.payment_intent}`;
}

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

/** How many invitations were mailed to the account with an address. */
async function countInvitations(email: string): Promise<number> {
  const user = await findUserByEmail(email);
  const invitations = await InvitationModel.find({ userId: user?.id });
  return MailModel.countDocuments({ aboutId: { $in: invitations.map(({ _id }) => _id) } });
}

test('booked for somebody new: an account, an invitation, a link that is paid, offered and driven', async () => {
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
    body: { code: 'RIDE_STATE_CONFLICT', message: 'This is paid already.' },
  });
  expect(await auditRides()).toEqual([]);
});

test('a caller books for somebody else, who is met at a flight, with a stop that costs its fee', async () => {
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

test('on account it is settled at once, driven, and nothing of it can be refunded', async () => {
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
  expect(await auditRides()).toEqual([]);
});

test('the link is used by two at once: one checkout, one payment', async () => {
  const ride = staffRideIn(await book(phoneRequest()));

  const sessions = await Promise.all([openLink(ride), openLink(ride), openLink(ride)]);

  expect(new Set(sessions).size).toBe(1);
});

test('cancelled before it is paid, the link is dead; paid all the same, the money goes back', async () => {
  const dispatcher = await buildDispatcher();
  const ride = staffRideIn(await book(phoneRequest()));
  const sessionId = await openLink(ride);

  const cancelled = await as(dispatcher).post(`/api/ops/rides/${ride.id}/cancel`, {
    version: ride.version,
    by: 'rider',
    reason: 'Changed plans',
    expected: { feeCents: 0, toCardCents: 0, toGiftCardCents: 0 },
  });

  staffRideIn(cancelled);
  expect(await stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({ status: 'expired' });
  expect(await stateOf(ride)).toMatchObject({ state: 'gone' });
  const dead = await visitor().post(`${linkOf(ride)}/checkout`);
  expect(dead).toMatchObject({ status: 409, body: { code: 'RIDE_STATE_CONFLICT' } });

  const paid = staffRideIn(await book(phoneRequest()));
  const paymentIntentId = await payLink(paid);
  await RideModel.updateOne({ _id: paid.id }, { status: 'cancelled', paymentStatus: 'expired' });
  expect(await stateOf(paid)).toMatchObject({ state: 'gone' });
  await expect.poll(() => refundsAtStripe(paymentIntentId)).toEqual([FARE_CENTS]);
  await expect.poll(async () => (await findRide(paid.id)).paymentStatus).toBe('refunded');
});

test('unpaid in time, it expires with its checkout; paid in the last moment, it does not', async () => {
  const [late, justInTime] = [
    staffRideIn(await book(phoneRequest())),
    staffRideIn(await book(phoneRequest())),
  ];
  const sessionId = await openLink(late);
  await payLink(justInTime);
  const past = new Date(Date.now() - 1_000);
  await RideModel.updateMany({ _id: { $in: [late.id, justInTime.id] } }, { payBy: past });

  await expireUnpaidRide(late.id);
  await expireUnpaidRide(justInTime.id);

  expect(await findRide(late.id)).toMatchObject({ status: 'cancelled', paymentStatus: 'expired' });
  expect(await stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({ status: 'expired' });
  expect(await findRide(justInTime.id)).toMatchObject({ status: 'requested', paymentStatus: 'paid' });
});

/** What the nightly audit says of the charge that a payment was made for, an hour after the ride's last change. */
async function auditCharge(rideId: string, paymentIntentId: string): Promise<string[]> {
  const { history } = await RideModel.findById(rideId).lean().orFail();
  const at = new Date(Date.now() - 3_600_000);
  await RideModel.updateOne({ _id: rideId }, { history: history.map((line) => ({ ...line, at })) });
  const payments = [await readStripeRecord(paymentIntentId)];
  const found = await auditCharges({ payments, since: new Date(), isUser: async () => true });
  return found.map(({ text }) => text);
}

test('a further charge is paid by its link; withdrawn, its money goes back', async () => {
  const dispatcher = await buildDispatcher();
  const ride = staffRideIn(await book(phoneRequest({ payment: 'account' })));
  const path = `/api/ops/rides/${ride.id}`;
  const charge = { version: ride.version, kind: 'charge', amountCents: 4_500, reason: 'One more stop' };
  const charged = staffRideIn(await as(dispatcher).post(`${path}/adjust`, charge));
  expect(await stateOf(charged)).toMatchObject({
    state: 'open',
    amountCents: 4_500,
    reason: 'One more stop',
  });
  const { status, body } = await as(dispatcher).post(`${path}/payment-link`, {});
  expect([status, body]).toEqual([200, { sentTo: charged.customerEmail }]);

  const paymentIntentId = await payLink(charged);
  expect(await stateOf(charged)).toMatchObject({ state: 'paid' });
  const paid = await findRide(ride.id);
  expect(paid).toMatchObject({ paymentStatus: 'on_account', charges: [{ status: 'paid', paymentIntentId }] });
  expect(await auditCharge(ride.id, paymentIntentId)).toEqual([]);

  const withdrawn = staffRideIn(
    await as(dispatcher).post(`${path}/charges/${charged.charges[0]?.id}/withdraw`, {
      version: paid.version,
      reason: 'There was none',
    }),
  );
  expect(withdrawn.charges).toMatchObject([{ status: 'refunded' }]);
  await expect.poll(() => refundsAtStripe(paymentIntentId)).toEqual([4_500]);
  await expect.poll(async () => (await findRide(ride.id)).charges[0]?.refundId).toMatch(/^re_/);
  expect(await stateOf(charged)).toMatchObject({ state: 'gone' });
  expect(await auditRides()).toEqual([]);
  expect(await auditCharge(ride.id, paymentIntentId)).toEqual([]);

  const { charges } = await RideModel.findById(ride.id).lean().orFail();
  const unrecorded = charges.map((each) => ({ ...each, status: 'paid' }));
  await RideModel.updateOne({ _id: ride.id }, { $set: { charges: unrecorded } });
  expect(await auditCharge(ride.id, paymentIntentId)).toEqual([
    expect.stringContaining('records $0.00 as refunded, but Stripe refunded $45.00'),
  ]);
  await RideModel.updateOne({ _id: ride.id }, { $set: { charges } });
});

test('the same key books one ride; a driver’s address is refused; a stranger’s token leads nowhere', async () => {
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

test('a key that was used for one caller books nothing for another, and invites nobody', async () => {
  const dispatcher = await buildDispatcher();
  const [request, other] = [phoneRequest(), phoneRequest()];
  const press = (body: BookByPhone) =>
    as(dispatcher).post('/api/ops/rides', body, { 'idempotency-key': 'one-caller' });
  const booked = staffRideIn(await press(request));

  expect(await press(other)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });

  expect(await findUserByEmail(other.customerEmail)).toBeNull();
  expect(staffRideIn(await press(request)).id).toBe(booked.id);
  // Another of the staff may have chosen the same key.
  expect((await book(other, 'one-caller')).status).toBe(201);
});

test('of two callers at the same instant with one key one is booked, and the other reads that the key is used', async () => {
  const dispatcher = await buildDispatcher();
  const [first, second] = [phoneRequest(), phoneRequest()];
  const press = (body: BookByPhone) =>
    as(dispatcher).post('/api/ops/rides', body, { 'idempotency-key': 'one-instant' });
  const create = RideModel.create.bind(RideModel);
  const booked: StaffRide[] = [];
  // Both have looked whether the key is used by then.
  vi.spyOn(RideModel, 'create').mockImplementationOnce((async (doc: object) => {
    booked.push(staffRideIn(await press(second)));
    return create(doc);
  }) as never);

  const refused = await press(first);

  expect(refused).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  const { id: riderId } = (await findUserByEmail(first.customerEmail)) ?? {};
  expect(await RideModel.countDocuments({ riderId })).toBe(0);
  expect(staffRideIn(await press(second)).id).toBe(booked[0]?.id);
  expect(await press(first)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  const days = await CapacityDayModel.find({ 'places.rideId': booked[0]?.id }).lean();
  const rideIds = days.flatMap(({ places }) => places.map(({ rideId }) => rideId));
  expect(await RideModel.countDocuments({ _id: { $in: rideIds } })).toBe(rideIds.length);
});

const NOT_CONFIRMED = {
  status: 403,
  body: {
    code: 'EMAIL_NOT_CONFIRMED',
    message: expect.stringContaining('choose a password by “Forgot your password?”'),
  },
};

test('who signed up with the caller’s address, and never confirmed it, gets none of their rides', async () => {
  const { customerEmail: email, ...trip } = phoneRequest({ payment: 'account' });
  const squatter = await buildRider({ email, emailConfirmedAt: null });

  expect(await book({ ...trip, customerEmail: email.toUpperCase() })).toMatchObject(NOT_CONFIRMED);

  expect(await RideModel.exists({ riderId: squatter.id })).toBeNull();
  expect(await countInvitations(email)).toBe(0);
  await UserModel.updateOne({ _id: squatter.id }, { emailConfirmedAt: new Date() });
  const ride = staffRideIn(await book({ ...trip, customerEmail: email }));
  expect(ride.riderId).toBe(squatter.id);
});

test('nor does who signs up with it while the ride is being booked', async () => {
  const request = phoneRequest({ payment: 'account' });
  const { customerEmail: email } = request;
  const create = UserModel.create.bind(UserModel);
  const squatted = async (user: Parameters<typeof createInvited>[0]) => {
    await signUp({ name: 'Mallory', email, password: 'nine silver limousines' });
    return create(user);
  };
  const dispatcher = await buildDispatcher();
  vi.spyOn(UserModel, 'create').mockImplementationOnce(squatted as unknown as typeof UserModel.create);

  expect(await as(dispatcher).post('/api/ops/rides', request)).toMatchObject(NOT_CONFIRMED);

  const squatter = await findUserByEmail(email);
  expect(await RideModel.exists({ riderId: squatter?.id })).toBeNull();
});

test('who has no password yet is booked for again, and invited again once the invitation has ended', async () => {
  const request = phoneRequest({ payment: 'account' });
  const { customerName: name, customerEmail: email, customerPhone: phone } = request;
  const { id } = await createInvited({ name, email, phone, role: 'rider' });
  await createInvitationLink(id);
  await InvitationModel.updateOne({ userId: id }, { expiresAt: new Date(Date.now() - 1) });

  const rides = await Promise.all([
    book({ ...request, specialRequests: 'A child seat' }),
    book({ ...request, specialRequests: 'Two child seats' }),
  ]);
  rides.push(await book(request));

  expect(rides.map((ride) => staffRideIn(ride).riderId)).toEqual([id, id, id]);
  expect(await InvitationModel.countDocuments({ userId: id, spentAt: null })).toBe(1);
  expect(await countInvitations(email)).toBe(1);
});

test('an account that was made for a caller before a crash is invited by the next attempt, once', async () => {
  const request = phoneRequest();
  const { customerName: name, customerEmail: email, customerPhone: phone } = request;
  const { id } = await createInvited({ name, email, phone, role: 'rider' });

  const rides = [await book(request), await book(request)].map(staffRideIn);

  expect(rides.map(({ riderId }) => riderId)).toEqual([id, id]);
  expect(await countInvitations(email)).toBe(1);
});

test('tried again after other rates took effect, a booking is the same ride, at the fare it was written with', async () => {
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

/** A ride whose link was paid, and whose payment names somebody else at Stripe. */
async function buildFlagged() {
  const ride = staffRideIn(await book(phoneRequest()));
  const sessionId = await openLink(ride);
  await payCheckout({ sessionId, buyerEmail: 'payer@example.com' });
  const paymentIntentId = `${(await stripe.checkout.sessions.retrieve(sessionId)).payment_intent}`;
  await stripe.paymentIntents.update(paymentIntentId, { metadata: { riderId: newId() } });
  expect(await confirmCharge(ride.charges[0]?.id ?? '')).toBe('flagged');
  vi.mocked(logger.error).mockClear();
  return { ride, paymentIntentId };
}

test('a link whose payment was put right at Stripe is paid with its ride, by whichever job looks', async () => {
  const { ride, paymentIntentId } = await buildFlagged();
  const { riderId } = await findRide(ride.id);
  await stripe.paymentIntents.update(paymentIntentId, { metadata: { riderId } });

  expect(await confirmPayment(ride.id)).toBe('settled');

  expect(await findRide(ride.id)).toMatchObject({
    paymentStatus: 'paid',
    paymentIntentId,
    charges: [{ kind: 'booking', status: 'paid', paymentIntentId }],
  });
});

test('a link that was paid with another amount or rider flags the ride; cancelled, all of it goes back', async () => {
  const { ride, paymentIntentId } = await buildFlagged();
  const { version } = await findRide(ride.id);
  const expected = { feeCents: 0, toCardCents: 0, toGiftCardCents: 0 };
  const cancelled = await as(await buildDispatcher()).post(`/api/ops/rides/${ride.id}/cancel`, {
    ...{ version, by: 'operations', expected, reason: 'The payment is not theirs' },
  });

  expect(staffRideIn(cancelled)).toMatchObject({ status: 'cancelled' });
  await expect.poll(() => refundsAtStripe(paymentIntentId)).toEqual([FARE_CENTS]);
  await expect.poll(() => findRide(ride.id)).toMatchObject({ paymentStatus: 'refunded', refundOwed: null });
});

import { afterEach, expect, test, vi } from 'vitest';
import type { RequestRide } from '#common/rides/ride-request.ts';
import { NO_PAYMENT_REQUIRED, requestedRideSchema } from '#common/rides/rides-api.ts';
import { addDays } from '#common/time.ts';
import { CapacityDayModel } from '../../capacity/capacity-model.ts';
import { changeCapacitySetting } from '../../capacity/capacity-setting.ts';
import { logger } from '../../infra/logger.ts';
import { stripe } from '../../infra/stripe.ts';
import { as } from '../../testing/as.ts';
import { buildGiftCard, soundCard } from '../../testing/build-gift-card.ts';
import { buildPromo } from '../../testing/build-promo.ts';
import { buildReturnRequest, comingDay, paymentIntentOf } from '../../testing/build-ride.ts';
import { buildRider } from '../../testing/build-user.ts';
import { buildVehicle } from '../../testing/build-vehicle.ts';
import { findRideDifferences } from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { VehicleModel } from '../../vehicles/vehicle-model.ts';
import { requestRide } from '../booking/request-ride.ts';
import { expireUnpaidRide } from '../payment/expire-unpaid-ride.ts';
import { RideModel } from '../ride-model.ts';

setUpTestApp();
afterEach(async () => {
  await changeCapacitySetting({ isEnforced: false });
  await Promise.all([VehicleModel.deleteMany({}), CapacityDayModel.deleteMany({})]);
});

const DAY = comingDay(2);

const post = (rider: UserRecord, overrides: Partial<RequestRide> = {}) =>
  as(rider).post('/api/rides', buildReturnRequest({ riderId: rider.id, ...overrides }));

async function book(rider: UserRecord, overrides: Partial<RequestRide> = {}) {
  const reply = await post(rider, overrides);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  const { ride, returnRide, clientSecret } = requestedRideSchema.parse(reply.body);
  if (!returnRide) throw new Error('no return ride');
  return { ride, returnRide, clientSecret };
}

test('a return trip is two rides, each at the fare of its own day, with one payment for both', async () => {
  const rider = await buildRider();
  const { ride, returnRide, clientSecret } = await book(rider, {
    stops: ['Sphere'],
    flightNumber: null,
    passengers: 2,
  });

  // Includes $15 for the stop and the gratuity on it.
  expect([ride.estimatedFare, returnRide.estimatedFare]).toEqual(['$91.27', '$87.25']);
  const dueCents = 9_127 + 8_725;
  expect(ride.order).toEqual({ leg: 'there', otherRideId: returnRide.id, dueCents });
  expect(returnRide.order).toEqual({ leg: 'back', otherRideId: ride.id, dueCents });
  expect(returnRide).toMatchObject({
    pickupLocation: ride.dropoffLocation,
    dropoffLocation: ride.pickupLocation,
    stops: [],
    scheduledDate: addDays(DAY, 4),
    scheduledTime: '11:00',
    surgePricing: 'weekend',
    passengers: 2,
    specialRequests: ride.specialRequests,
    paymentStatus: 'pending',
  });
  const intent = await stripe.paymentIntents.retrieve(paymentIntentOf(clientSecret));
  expect(intent).toMatchObject({
    amount: dueCents,
    metadata: { rideId: ride.id, returnRideId: returnRide.id, riderId: rider.id },
  });
  const reopened = await as(rider).post(`/api/rides/${returnRide.id}/checkout`);
  expect(reopened.body).toEqual({ clientSecret });
});

test('a return ride from an airport has the airport fee, but not the flight number of the first ride', async () => {
  const dropoffLocation = 'Harry Reid International Airport, Terminal 1';
  const { ride, returnRide } = await book(await buildRider(), { dropoffLocation, flightNumber: 'WN 1482' });
  expect(ride).toMatchObject({ isAirportPickup: false, flightNumber: 'WN 1482' });
  expect(returnRide).toMatchObject({ isAirportPickup: true, flightNumber: null });
  expect(returnRide.fare.airportCents).toBe(1_000);
});

test('a promo code applies to the first ride only; a gift card pays for the first ride, then the return ride', async () => {
  const [promo, card] = [await buildPromo({ totalCap: 1 }), await buildGiftCard(6_000)];
  const codes = { promoCodeId: promo.id, giftCardId: card.pass };
  const { ride, returnRide, clientSecret } = await book(await buildRider(), codes);

  expect(ride.fare).toMatchObject({ promoCents: 2_500, giftCardCents: 4_857, totalCents: 0 });
  expect(returnRide.fare).toMatchObject({ promoCents: 0, giftCardCents: 1_143, totalCents: 7_582 });
  expect(returnRide.promoCodeId).toBeNull();
  const intent = await stripe.paymentIntents.retrieve(paymentIntentOf(clientSecret));
  expect(intent.amount).toBe(7_582);
  expect((await soundCard(card.id)).balanceCents).toBe(0);
});

test('a gift card that covers both rides of a return trip leaves nothing to pay', async () => {
  const card = await buildGiftCard(20_000);
  const { clientSecret } = await book(await buildRider(), { giftCardId: card.pass });
  expect(clientSecret).toBe(NO_PAYMENT_REQUIRED);
  expect((await soundCard(card.id)).balanceCents).toBe(20_000 - 16_082);
});

test.each([
  [
    'before the first ride has ended',
    { returnTrip: { scheduledDate: DAY, scheduledTime: '19:00' } },
    'returnTrip.scheduledTime',
    /^The first ride lasts until about 7:15 PM/,
  ],
  [
    'in the past',
    { returnTrip: { scheduledDate: '2020-01-01', scheduledTime: '19:00' } },
    'returnTrip.scheduledTime',
    /^That pickup time has passed/,
  ],
  [
    'with no time',
    { returnTrip: { scheduledDate: DAY, scheduledTime: '' } },
    'returnTrip.scheduledTime',
    /^Please select both date and time/,
  ],
  ['by the hour', { bookingType: 'hourly' as const, hours: 3 }, 'returnTrip', /point to point/],
])('a return ride %s is refused, and nothing is stored', async (_case, overrides, path, message) => {
  const rider = await buildRider();
  const { status, body } = await post(rider, overrides);

  expect(status).toBe(400);
  expect(body).toMatchObject({ issues: [{ path, message: expect.stringMatching(message) }] });
  expect(await RideModel.countDocuments({ riderId: rider.id })).toBe(0);
});

test('a return trip reserves vehicles for both rides or for neither', async () => {
  await changeCapacitySetting({ isEnforced: true });
  await buildVehicle({ rideType: 'lux-sedan', alsoServes: [] });
  const [first, second] = [await buildRider(), await buildRider()];
  await book(first, { scheduledTime: '08:00' });
  const card = await buildGiftCard(5_000);

  const { status, body } = await post(second, { scheduledTime: '16:00', giftCardId: card.pass });

  expect(status).toBe(409);
  expect(body).toMatchObject({ code: 'FULLY_BOOKED', alternatives: { isReturn: true } });
  expect(Object(body).alternatives.times).toContain('13:00');
  expect((await soundCard(card.id)).balanceCents).toBe(5_000);
  // The time of the first ride is free again.
  await book(second, {
    scheduledTime: '16:00',
    returnTrip: { scheduledDate: addDays(DAY, 4), scheduledTime: '13:00' },
  });
});

test('repeated and concurrent return trip requests with the same idempotency key create one order', async () => {
  const rider = await buildRider();
  const card = await buildGiftCard(40_000);
  const request = buildReturnRequest({ riderId: rider.id, giftCardId: card.pass });

  const [one, other] = await Promise.all([
    requestRide(request, 'key-0001'),
    requestRide(request, 'key-0001'),
  ]);
  const again = await requestRide(request, 'key-0001');

  expect([other.ride.id, again.ride.id]).toEqual([one.ride.id, one.ride.id]);
  expect([other.returnRide?.id, again.returnRide?.id]).toEqual([one.returnRide?.id, one.returnRide?.id]);
  expect([other.clientSecret, again.clientSecret]).toEqual([one.clientSecret, one.clientSecret]);
  expect(await RideModel.countDocuments({ riderId: rider.id })).toBe(2);
  expect((await soundCard(card.id)).balanceCents).toBe(40_000 - 16_082);
});

test('a return trip that fails at Stripe releases the gift card of both rides, and can be requested again', async () => {
  const rider = await buildRider();
  const card = await buildGiftCard(10_000);
  const request = buildReturnRequest({ riderId: rider.id, giftCardId: card.pass });
  vi.spyOn(stripe.paymentIntents, 'create').mockRejectedValueOnce(new Error('away'));
  await expect(requestRide(request, 'key-0002')).rejects.toMatchObject({ code: 'PAYMENT_PROVIDER' });
  vi.mocked(logger.error).mockClear();

  const statuses = (await RideModel.find({ riderId: rider.id })).map(({ paymentStatus }) => paymentStatus);
  expect(statuses).toEqual(['expired', 'expired']);
  expect((await soundCard(card.id)).balanceCents).toBe(10_000);
  await requestRide(request, 'key-0002');
  expect(await RideModel.countDocuments({ riderId: rider.id, paymentStatus: 'pending' })).toBe(2);
  expect(await findRideDifferences()).toEqual([]);
});

test('a return ride whose first ride was never stored cannot be paid, and expires', async () => {
  const rider = await buildRider();
  const create = RideModel.create.bind(RideModel);
  vi.spyOn(RideModel, 'create')
    .mockImplementationOnce(create)
    .mockRejectedValueOnce(new Error('the process died'));
  await expect(requestRide(buildReturnRequest({ riderId: rider.id }), null)).rejects.toThrow('died');

  const left = await RideModel.findOne({ riderId: rider.id }).orFail();
  expect(left).toMatchObject({ paymentStatus: 'pending', order: { leg: 'back' } });
  const reply = await as(rider).post(`/api/rides/${left.id}/checkout`);
  expect(reply.body).toMatchObject({ code: 'RIDE_STATE_CONFLICT' });
  await RideModel.updateOne({ _id: left.id }, { payBy: new Date(0) });
  await expireUnpaidRide(left.id);
  expect(await RideModel.findById(left.id)).toMatchObject({ status: 'cancelled', paymentStatus: 'expired' });
});

import { expect, test } from 'vitest';
import { requestedRideSchema } from '#common/rides/rides-api.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import { SurgeEventModel } from '../../fares/surge-event-model.ts';
import { jobQueue } from '../../infra/queues.ts';
import { stripe } from '../../infra/stripe.ts';
import { as } from '../../testing/as.ts';
import { bookRide, buildRequest, comingDay, paymentIntentOf } from '../../testing/build-ride.ts';
import { buildRider } from '../../testing/build-user.ts';
import { recordRideMessages } from '../../testing/record-ride-messages.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { presentOffer } from '../present-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';

setUpTestApp();

const AIRPORT = 'Harry Reid International Airport, Terminal 1';

test('a booking is stored unpaid and published, and a Stripe payment of the exact amount is opened', async () => {
  const rider = await buildRider();
  const recorded = await recordRideMessages();

  const { ride, clientSecret } = await bookRide(rider);

  expect(ride).toMatchObject({
    status: 'requested',
    paymentStatus: 'pending',
    estimatedFare: '$233.58',
    specialRequests: 'A child seat, please.',
    version: 1,
    driver: null,
  });
  const stored = await RideModel.findById(ride.id).lean();
  expect(stored).toMatchObject({
    riderId: rider.id,
    surgePricing: 'standard',
    fare: { baseCents: 16_500, taxCents: 495, fuelCents: 1_800, gratuityCents: 3_563, totalCents: 23_358 },
    paymentIntentId: paymentIntentOf(clientSecret),
    publishedVersion: 1,
  });
  expect(stored).not.toHaveProperty('unpublishedSince');
  const intent = await stripe.paymentIntents.retrieve(paymentIntentOf(clientSecret));
  expect(intent).toMatchObject({
    amount: 23_358,
    currency: 'usd',
    status: 'requires_payment_method',
    client_secret: clientSecret,
    metadata: { rideId: ride.id, riderId: rider.id },
  });
  const published = await recorded.all(ride.id);
  expect(published.map(({ version, history }) => [version, history.at(-1)?.change])).toEqual([
    [1, 'requested'],
  ]);
});

test('a booking stores another passenger, a flight number and two stops', async () => {
  const trip = {
    passenger: { name: ' Jo Park ', phone: '(702) 555-0199' },
    flightNumber: 'wn1482',
    stops: ['Sphere, 255 Sands Ave', 'Bellagio'],
  };

  const { ride } = await bookRide(await buildRider(), trip);

  expect(await findRide(ride.id)).toMatchObject({
    ...trip,
    passenger: { name: 'Jo Park', phone: '(702) 555-0199' },
    flightNumber: 'WN 1482',
  });
});

test('each stop of a point-to-point ride is charged, and shown in the offer to drivers', async () => {
  const trip = {
    bookingType: 'point-to-point',
    hours: null,
    stops: ['Sphere, 255 Sands Ave', 'Bellagio'],
  } as const;

  const { ride } = await bookRide(await buildRider(), { ...trip, stops: [...trip.stops] });

  const stored = await findRide(ride.id);
  expect(stored.fare.stopCents).toBe(3_000);
  expect(presentOffer(stored)).toMatchObject({ stops: trip.stops });
});

test('an unpaid ride is held for half an hour', async () => {
  const { ride } = await bookRide(await buildRider());

  const minutes = (Date.parse(String(ride.payBy)) - Date.parse(ride.createdAt)) / 60_000;
  expect(minutes).toBe(30);
  const delayed = await jobQueue().getDelayed();
  const expiry = delayed.find((job) => job.data.rideId === ride.id);
  expect([expiry?.name, expiry?.opts.delay]).toEqual(['expire-unpaid-ride', 30 * 60_000]);
});

test('a point-to-point booking ignores the hours sent', async () => {
  const { ride } = await bookRide(await buildRider(), { bookingType: 'point-to-point', hours: 5 });

  expect([ride.hours, ride.estimatedFare]).toEqual([null, '$73.57']);
});

test.each(['$1.00', '$-500.00', 'NaN', '$1000000000.00'])(
  'a fare of %s sent by the browser is ignored',
  async (estimatedFare) => {
    const rider = await buildRider();
    const request = {
      ...buildRequest({ riderId: rider.id }),
      estimatedFare,
      discountAmount: 1e9,
      surgePricing: 'free',
    };

    const reply = await as(rider).post('/api/rides', request);

    const { ride } = requestedRideSchema.parse(reply.body);
    expect([ride.estimatedFare, ride.discountAmount, ride.surgePricing]).toEqual(['$233.58', 0, 'standard']);
  },
);

test('the airport fee depends on the pickup location, not on what the browser sends', async () => {
  const rider = await buildRider();
  const book = async (pickupLocation: string, isAirportPickup: boolean) => {
    const request = { ...buildRequest({ riderId: rider.id, pickupLocation }), isAirportPickup };
    return requestedRideSchema.parse((await as(rider).post('/api/rides', request)).body).ride;
  };

  const fromAirport = await book(AIRPORT, false);
  const fromHotel = await book('Bellagio', true);

  expect([fromAirport.isAirportPickup, fromAirport.fare.airportCents]).toEqual([true, 1_000]);
  expect([fromHotel.isAirportPickup, fromHotel.fare.airportCents]).toEqual([false, 0]);
});

test('an airport ride costs more on a Friday, at the weekend tier, than on a Tuesday', async () => {
  const trip = {
    bookingType: 'point-to-point',
    hours: null,
    pickupLocation: AIRPORT,
  } as const;

  const { ride: onFriday } = await bookRide(await buildRider(), { ...trip, scheduledDate: comingDay(5) });
  const { ride: onTuesday } = await bookRide(await buildRider(), { ...trip, scheduledDate: comingDay(2) });

  expect([onFriday.surgePricing, onFriday.estimatedFare]).toEqual(['weekend', '$99.05']);
  expect([onTuesday.surgePricing, onTuesday.estimatedFare]).toEqual(['standard', '$85.37']);
});

test('a day with several surge events is charged at the highest tier', async () => {
  const wednesday = comingDay(3);
  await SurgeEventModel.create([
    { firstDay: wednesday, lastDay: wednesday, tier: 'fight-night', name: 'A title fight' },
    { firstDay: wednesday, lastDay: wednesday, tier: 'special-event', name: 'A festival' },
  ]);

  const { ride } = await bookRide(await buildRider(), { scheduledDate: wednesday });

  expect([ride.surgePricing, ride.fare.surgeMultiplier, ride.fare.baseCents]).toEqual([
    'special-event',
    1.5,
    24_750,
  ]);
});

const long = (length: number) => 'x'.repeat(length);
const now = new Date();
const minutesAgo = new Date(now.getTime() - 2 * 60_000);
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'America/Los_Angeles' });

test.each([
  ['yesterday', { scheduledDate: addDays(dateInVegas(now), -1) }, 'scheduledTime'],
  [
    'two minutes ago',
    { scheduledDate: dateInVegas(minutesAgo), scheduledTime: clock.format(minutesAgo) },
    'scheduledTime',
  ],
  ['a year and a day ahead', { scheduledDate: addDays(dateInVegas(now), 366) }, 'scheduledTime'],
  ['a day that is none', { scheduledDate: '2027-02-30' }, 'scheduledTime'],
  ['an hour that is none', { scheduledTime: '24:00' }, 'scheduledTime'],
  ['a date in words', { scheduledDate: 'tomorrow' }, 'scheduledDate'],
  ['half an hour', { hours: 0.5 }, 'hours'],
  ['an hour and a quarter', { hours: 1.25 }, 'hours'],
  ['more than a day', { hours: 25 }, 'hours'],
  ['hourly without hours', { hours: null }, 'hours'],
  ['a gratuity not offered', { gratuityPercentage: 17 }, 'gratuityPercentage'],
  ['a vehicle we have not got', { rideType: 'rickshaw' }, 'rideType'],
  ['more people than seats', { passengers: 4 }, 'passengers'],
  ['nobody', { passengers: 0 }, 'passengers'],
  ['a paint it does not come in', { preferredColor: 'pink' }, 'preferredColor'],
  ['an address of 5,000 characters', { pickupLocation: long(5_000) }, 'pickupLocation'],
  ['no drop-off', { dropoffLocation: '  ' }, 'dropoffLocation'],
  ['a name of 101 characters', { customerName: long(101) }, 'customerName'],
  ['an e-mail with a space', { customerEmail: 'a b@example.com' }, 'customerEmail'],
  ['a phone number in words', { customerPhone: 'call me maybe' }, 'customerPhone'],
  ['requests of 501 characters', { specialRequests: long(501) }, 'specialRequests'],
  ['a promo code nobody validated', { promoCodeId: '0'.repeat(24) }, 'promoCodeId'],
  ['a gift card nobody validated', { giftCardId: '0'.repeat(24) }, 'giftCardId'],
])('a booking is refused and not stored: %s', async (_what, part, path) => {
  const rider = await buildRider();
  const request = { ...buildRequest({ riderId: rider.id }), ...part };

  const reply = await as(rider).post('/api/rides', request);

  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({ code: 'INVALID_REQUEST', issues: [{ path }] });
  expect(await RideModel.countDocuments({ riderId: rider.id })).toBe(0);
});

test('a pickup in the hour that daylight saving time skips is refused', async () => {
  const rider = await buildRider();
  const request = buildRequest({ riderId: rider.id, scheduledDate: springForward(), scheduledTime: '02:30' });

  const reply = await as(rider).post('/api/rides', request);

  expect(reply.body).toMatchObject({
    message: 'Clocks in Las Vegas skip that hour. Please choose another time.',
  });
});

/** The next second Sunday of March. */
function springForward(): string {
  const today = dateInVegas(new Date());
  const [year = 0] = today.split('-').map(Number);
  const secondSunday = (of: number) => {
    const first = new Date(Date.UTC(of, 2, 1)).getUTCDay();
    return `${of}-03-${String(8 + ((7 - first) % 7)).padStart(2, '0')}`;
  };
  const thisYear = secondSunday(year);
  return thisYear > today ? thisYear : secondSunday(year + 1);
}

test('unknown fields of a booking request are dropped', async () => {
  const rider = await buildRider();
  const request = {
    ...buildRequest({ riderId: rider.id }),
    status: 'completed',
    driverId: rider.id,
    $set: { fare: 1 },
  };

  const reply = await as(rider).post('/api/rides', request);

  const { ride } = requestedRideSchema.parse(reply.body);
  expect([ride.status, ride.driverId]).toEqual(['requested', null]);
  expect(await RideModel.findById(ride.id).lean()).not.toHaveProperty('$set');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ErrorBody } from '#common/errors.ts';
import { readCatalogue } from '#common/fares/catalogue-api.ts';
import { GRATUITY_OPTIONS } from '#common/fares/fare-choices.ts';
import { quoteFare } from '#common/fares/quote-fare.ts';
import { forEachVehicle } from '#common/fares/rates.ts';
import { surgeTierOf } from '#common/fares/surge.ts';
import { addDays, dateInVegas, toInstant } from '#common/time.ts';
import { VEHICLES } from '#common/vehicles/catalogue.ts';
import { as, visitor } from '../../testing/as.ts';
import { scheduleRatesAs } from '../../testing/build-rates.ts';
import { bookRide, buildRequest, comingDay, pay } from '../../testing/build-ride.ts';
import { buildAdmin, buildRider } from '../../testing/build-user.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { travelTo } from '../../testing/travel-to.ts';
import { confirmPayment } from '../payment/confirm-payment.ts';
import { findRide } from '../ride-queries.ts';

setUpTestApp();

/** Sets the clock of the test and of its server to a wall time in Las Vegas. */
const setClock = (date: string, time: string): void =>
  travelTo(toInstant(date, time)?.getTime() ?? Number.NaN);

/** A date that no other test in this file uses, because rate versions persist. */
let lastDay = dateInVegas(new Date());
const nextDay = () => {
  lastDay = addDays(lastDay, 2);
  return lastDay;
};

test('a ride booked at 23:59 and paid after midnight keeps its fare; a later booking has the new rates', async () => {
  const [admin, rider] = [await buildAdmin(), await buildRider()];
  const day = nextDay();
  setClock(day, '12:00');
  const midnight = addDays(day, 1);
  const rates = await scheduleRatesAs(admin, { effectiveFrom: midnight });
  setClock(day, '23:59');
  const booked = await bookRide(rider, { scheduledDate: comingDay(2) });

  setClock(midnight, '00:05');
  await pay(booked);
  await confirmPayment(booked.ride.id);
  const later = await bookRide(rider, { scheduledDate: comingDay(2) });

  const paid = await findRide(booked.ride.id);
  expect(paid).toMatchObject({ paymentStatus: 'paid', ratesVersion: 'seeded', fare: { totalCents: 23_358 } });
  expect(await findRide(later.ride.id)).toMatchObject({
    ratesVersion: rates.id,
    fare: { baseCents: 22_500, taxPercent: 3 },
  });
});

test('the former rates are accepted for half an hour after midnight, then refused with RATES_CHANGED', async () => {
  const [admin, rider] = [await buildAdmin(), await buildRider()];
  const day = nextDay();
  setClock(day, '12:00');
  const midnight = addDays(day, 1);
  const seen = readCatalogue.reply.parse((await visitor().get('/api/catalogue')).body).current;
  const rates = await scheduleRatesAs(admin, {
    effectiveFrom: midnight,
    vehicles: forEachVehicle(({ id }) => {
      const { hourlyCents, p2pCents } = seen.vehicles[id];
      return { hourlyCents: hourlyCents + 1_000, p2pCents };
    }),
  });
  const request = (ratesVersion: string) =>
    as(rider).post('/api/rides', {
      ...buildRequest({ riderId: rider.id, scheduledDate: comingDay(2) }),
      ratesVersion,
    });

  setClock(midnight, '00:29');
  const inTime = await bookRide(rider, { scheduledDate: comingDay(2), ratesVersion: seen.id });
  setClock(midnight, '00:30');
  const late = await request(seen.id);
  const anew = await request(rates.id);

  expect(await findRide(inTime.ride.id)).toMatchObject({ ratesVersion: seen.id });
  expect([late.status, (late.body as ErrorBody).code]).toEqual([409, 'RATES_CHANGED']);
  expect((late.body as ErrorBody).message).toMatch(/^Our rates have changed/);
  expect(anew.status).toBe(201);
});

test('browser and server compute the same fare for any ride under any rates', async () => {
  const admin = await buildAdmin();
  const anyRates = fc.record({
    hourlyCents: fc.array(fc.integer({ min: 100, max: 500_000 }), { minLength: 16, maxLength: 16 }),
    fees: fc.record({
      ntaTaxPercent: fc.integer({ min: 0, max: 2_500 }).map((hundredths) => hundredths / 100),
      fuelPerHourCents: fc.integer({ min: 0, max: 10_000 }),
      techCents: fc.integer({ min: 0, max: 20_000 }),
      airportCents: fc.integer({ min: 0, max: 20_000 }),
      stopFeeCents: fc.integer({ min: 0, max: 20_000 }),
    }),
  });
  const anyRide = fc.record({
    vehicle: fc.constantFrom(...VEHICLES),
    bookingType: fc.constantFrom('hourly' as const, 'point-to-point' as const),
    hours: fc.integer({ min: 2, max: 48 }).map((halves) => halves / 2),
    isAirportPickup: fc.boolean(),
    gratuityPercentage: fc.constantFrom(...GRATUITY_OPTIONS),
    weekday: fc.integer({ min: 0, max: 6 }),
  });

  await fc.assert(
    fc.asyncProperty(anyRates, fc.array(anyRide, { minLength: 1, maxLength: 4 }), async (made, rides) => {
      const day = nextDay();
      setClock(day, '12:00');
      const vehicles = forEachVehicle(({ id }) => {
        const hourlyCents = made.hourlyCents[VEHICLES.findIndex((vehicle) => vehicle.id === id)] ?? 100;
        return { hourlyCents, p2pCents: Math.max(hourlyCents - 1_000, 100) };
      });
      await scheduleRatesAs(admin, { effectiveFrom: addDays(day, 1), vehicles, fees: made.fees });
      setClock(addDays(day, 1), '08:00');
      // The catalogue as a page receives it, parsed from JSON.
      const { current } = readCatalogue.reply.parse((await visitor().get('/api/catalogue')).body);

      const rider = await buildRider();
      for (const { weekday, ...ride } of rides) {
        const scheduledDate = comingDay(weekday);
        const { ride: booked } = await bookRide(rider, {
          scheduledDate,
          rideType: ride.vehicle.id,
          bookingType: ride.bookingType,
          hours: ride.bookingType === 'hourly' ? ride.hours : null,
          pickupLocation: ride.isAirportPickup ? 'Harry Reid International Airport' : 'Bellagio',
          gratuityPercentage: ride.gratuityPercentage,
          ratesVersion: current.id,
        });
        expect(booked.fare).toEqual(
          quoteFare({ ...ride, surgeTier: surgeTierOf(scheduledDate, []) }, current),
        );
      }
    }),
    { numRuns: 12 },
  );
});

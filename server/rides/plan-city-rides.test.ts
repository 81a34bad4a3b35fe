import { expect, test } from 'vitest';
import { MAX_OPEN_RIDES } from '#common/rides/overlap.ts';
import { isPoor, STARS } from '#common/rides/rating.ts';
import { VEHICLE_IDS } from '#common/vehicles/catalogue.ts';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import { type CityDriver, type CityPerson, pickupOf, planCityRides, randomFrom } from './plan-city-rides.ts';

const person = (id: string) => ({ id, name: id, email: `${id}@example.com`, phone: null }) as CityPerson;

/** 25 drivers who share eight vehicles of every kind, as in the generated city. */
function drivers(): CityDriver[] {
  return Array.from({ length: 25 }, (_, at) => ({
    user: person(`driver ${at}`),
    vehicles: Array.from({ length: VEHICLE_IDS.length * 8 }, (_vehicle, index) => index)
      .filter((index) => index % 25 === at)
      .map((index) => ({ id: `${index}`, rideType: VEHICLE_IDS[Math.floor(index / 8)] }) as FleetVehicle),
  }));
}

/** Plans 3,000 rides of 40 riders, with three promo codes. */
const planCity = () =>
  planCityRides({
    riders: Array.from({ length: 40 }, (_, at) => person(`rider ${at}`)),
    drivers: drivers(),
    promos: ['a', 'b', 'c'],
    count: 3_000,
    random: randomFrom(7),
  });

test('a generated city has no ride to its own pickup, and nearly every future ride has a driver below the limit', () => {
  const plans = planCity();
  expect(plans.filter(({ request }) => request.pickupLocation === request.dropoffLocation)).toEqual([]);
  const ahead = plans.filter(({ request }) => pickupOf(request).getTime() > Date.now());

  const perDriver = new Map<string, number>();
  for (const { driver } of ahead) {
    const id = driver?.user.id ?? 'nobody';
    perDriver.set(id, (perDriver.get(id) ?? 0) + 1);
  }
  const nobody = perDriver.get('nobody') ?? 0;
  perDriver.delete('nobody');
  expect(ahead.length).toBeGreaterThan(60);
  expect(nobody / ahead.length).toBeLessThan(0.1);
  expect(Math.max(...perDriver.values())).toBeLessThan(MAX_OPEN_RIDES);
});

test('about half of the rides of a generated city are rated, nine in ten of them with 5 or 4 stars', () => {
  const plans = planCity();
  const ratings = plans.flatMap(({ rating }) => rating ?? []);
  const countOf = (...stars: number[]) => ratings.filter((each) => stars.includes(each.stars)).length;

  expect(ratings.length / plans.length).toBeCloseTo(0.5, 1);
  expect(countOf(5, 4) / ratings.length).toBeCloseTo(0.9, 1);
  for (const stars of STARS) expect(countOf(stars)).toBeGreaterThan(0);
  const poorTexts = ratings.filter(({ stars, text }) => isPoor(stars) && text !== null);
  expect(poorTexts.length).toBeGreaterThan(0);
  expect(poorTexts.length / ratings.length).toBeLessThan(0.03);
});

test('one in twelve rides of a generated city is planned with the promo codes, from a random one on', () => {
  const plans = planCity();
  const planned = plans.map(({ promoIds }) => promoIds).filter(({ length }) => length > 0);

  expect(planned.length / plans.length).toBeCloseTo(1 / 12, 1);
  expect(new Set(planned.map((ids) => ids.join('')))).toEqual(new Set(['abc', 'bca', 'cab']));
});

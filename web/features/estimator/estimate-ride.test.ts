import { expect, test } from 'vitest';
import { buildPricing } from '#web/testing/build-pricing.ts';
import { checkInput, EMPTY_INPUT, estimateRide } from './estimate-ride.ts';

const FRIDAY = '2026-11-27';
const airportLimousine = {
  ...EMPTY_INPUT,
  vehicleId: 'limousine-10',
  date: FRIDAY,
  hours: 3.5,
  isAirportPickup: true,
};

test('a limousine from the airport on a Friday', () => {
  expect(estimateRide(airportLimousine, buildPricing())).toMatchObject({
    surgeTier: 'weekend',
    fare: {
      baseCents: 52_500,
      taxCents: 1_575,
      fuelCents: 2_100,
      techCents: 1_000,
      airportCents: 1_000,
      gratuityCents: 10_472,
      totalCents: 68_647,
    },
  });
});

test('without a date it is a standard day', () => {
  const estimate = estimateRide({ ...EMPTY_INPUT, vehicleId: 'lux-sedan' }, buildPricing());
  expect(estimate).toMatchObject({ surgeTier: 'standard', fare: { totalCents: 23_358 } });
});

test('a day of the calendar raises the tier', () => {
  const calendar = [{ date: FRIDAY, tier: 'special-event', name: 'Grand Prix' }] as const;
  expect(estimateRide(airportLimousine, buildPricing({ surgeCalendar: calendar }))).toMatchObject({
    surgeTier: 'special-event',
    fare: { baseCents: 63_000 },
  });
});

test('without a vehicle or hours there is nothing to estimate', () => {
  expect(estimateRide({ ...airportLimousine, vehicleId: '' }, buildPricing())).toBeNull();
  expect(estimateRide({ ...airportLimousine, hours: null }, buildPricing())).toBeNull();
});

const TODAY = '2026-11-20';
const input = { ...EMPTY_INPUT, vehicleId: 'lux-suv' };

test('a vehicle and hours are all it takes', () => {
  expect(checkInput(input, TODAY)).toEqual({});
  expect(checkInput({ ...input, date: TODAY, hours: 1 }, TODAY)).toEqual({});
});

test.each([
  [{ vehicleId: '' }, { vehicleId: 'Please choose a vehicle' }],
  [{ vehicleId: 'submarine' }, { vehicleId: 'Please choose a vehicle' }],
  [{ hours: null }, { hours: 'Please enter the hours' }],
  [{ hours: 0.5 }, { hours: 'Minimum booking is 1 hour' }],
  [{ hours: -3 }, { hours: 'Minimum booking is 1 hour' }],
  [{ hours: 2.3 }, { hours: 'Please use half-hour steps' }],
  [{ hours: 24.5 }, { hours: 'Maximum booking is 24 hours' }],
  [{ date: '2026-11-19' }, { date: 'Please choose today or a later day' }],
])('%j is refused', (change, errors) => {
  expect(checkInput({ ...input, ...change }, TODAY)).toEqual(errors);
});

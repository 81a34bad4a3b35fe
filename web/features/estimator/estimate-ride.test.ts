import { expect, test } from 'vitest';
import { estimateRide } from './estimate-ride.ts';
import { EMPTY_INPUT } from './estimator-input.ts';

const FRIDAY = '2026-11-27';
const airportLimousine = {
  ...EMPTY_INPUT,
  vehicleId: 'limousine-10',
  date: FRIDAY,
  hours: 3.5,
  isAirportPickup: true,
};

test('a limousine from the airport on a Friday', () => {
  expect(estimateRide(airportLimousine, [])).toMatchObject({
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
  const estimate = estimateRide({ ...EMPTY_INPUT, vehicleId: 'lux-sedan' }, []);
  expect(estimate).toMatchObject({ surgeTier: 'standard', fare: { totalCents: 23_358 } });
});

test('a day of the calendar raises the tier', () => {
  const calendar = [{ date: FRIDAY, tier: 'special-event', name: 'Grand Prix' }] as const;
  expect(estimateRide(airportLimousine, calendar)).toMatchObject({
    surgeTier: 'special-event',
    fare: { baseCents: 63_000 },
  });
});

test('without a vehicle or hours there is nothing to estimate', () => {
  expect(estimateRide({ ...airportLimousine, vehicleId: '' }, [])).toBeNull();
  expect(estimateRide({ ...airportLimousine, hours: null }, [])).toBeNull();
});

import { expect, test } from 'vitest';
import { type Rates, SEEDED_RATES } from './rates.ts';
import { largeChange } from './rates-change.ts';

const withSedan = (hourlyCents: number): Rates => ({
  ...SEEDED_RATES,
  vehicles: { ...SEEDED_RATES.vehicles, 'lux-sedan': { hourlyCents, p2pCents: 4_500 } },
});

test('a change that alters every fare by less than half is not a large change', () => {
  expect(largeChange(SEEDED_RATES, SEEDED_RATES)).toBeNull();
  expect(largeChange(SEEDED_RATES, withSedan(7_500))).toBeNull();
});

test.each([
  ['more', 55_000],
  ['less', 550],
])('a rate that is mistyped tenfold (%s) is reported with the fare that it changes most', (_how, cents) => {
  const change = largeChange(SEEDED_RATES, withSedan(cents));

  expect(change).toMatchObject({ vehicle: { id: 'lux-sedan' }, bookingType: 'hourly', hours: 3 });
  expect(change?.beforeCents).toBe(23_358);
});

test('a large change of a fee is reported with the fare it affects', () => {
  const fees = { ...SEEDED_RATES.fees, airportCents: 20_000 };

  expect(largeChange(SEEDED_RATES, { ...SEEDED_RATES, fees })).toMatchObject({ isAirportPickup: true });
});

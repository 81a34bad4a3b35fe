import { expect, test } from 'vitest';
import { quoteFare } from '#common/fares/quote-fare.ts';
import { SEEDED_RATES } from '#common/fares/rates.ts';
import { SURGE_MULTIPLIER } from '#common/fares/surge.ts';
import { findVehicle } from '#common/vehicles/catalogue.ts';
import { howItWorks } from './how-it-works.ts';

test('the pricing page states the fees and factors that fares are calculated with', () => {
  const vehicle = findVehicle('lux-sedan');
  if (!vehicle) throw new Error('The fleet has no lux-sedan.');
  const fare = quoteFare(
    {
      vehicle,
      bookingType: 'hourly',
      hours: 1,
      surgeTier: 'standard',
      isAirportPickup: true,
      gratuityPercentage: 18,
    },
    SEEDED_RATES,
  );
  const amounts = new Map(
    howItWorks.sections
      .find(({ id }) => id === 'pricing')
      ?.table?.rows.map(([line, , amount]) => [line, amount]),
  );
  expect(amounts.get('NTA tax')).toBe(`${(100 * fare.taxCents) / fare.baseCents}%`);
  expect(amounts.get('Fuel surcharge')).toBe(`$${fare.fuelCents / 100}`);
  expect(amounts.get('Tech fee')).toBe(`$${fare.techCents / 100}`);
  expect(amounts.get('Airport pickup fee')).toBe(`$${fare.airportCents / 100}`);
  expect(amounts.get('Stop on the way')).toBe(`$${SEEDED_RATES.fees.stopFeeCents / 100}`);

  const factors = howItWorks.sections.find(({ id }) => id === 'surge')?.rows?.map(([, factor]) => factor);
  expect(factors).toEqual(
    (['standard', 'weekend', 'fight-night', 'special-event'] as const).map(
      (tier) => `× ${SURGE_MULTIPLIER[tier]}`,
    ),
  );
});

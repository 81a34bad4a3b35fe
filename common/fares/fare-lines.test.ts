import { expect, test } from 'vitest';
import { findVehicle, type VehicleId } from '../vehicles/catalogue.ts';
import { fareLines, hoursText } from './fare-lines.ts';
import { type FareInput, quoteFare } from './quote-fare.ts';

function quote(vehicleId: VehicleId, input: Omit<FareInput, 'vehicle'>) {
  const vehicle = findVehicle(vehicleId);
  if (!vehicle) throw new Error(`No such vehicle: ${vehicleId}`);
  return quoteFare({ vehicle, ...input });
}

test('an hourly fare says how many hours at which rate, and leaves out what is not charged', () => {
  const booking = { bookingType: 'hourly', hours: 3, surgePricing: 'standard' } as const;
  const fare = quote('lux-sedan', {
    ...booking,
    surgeTier: 'standard',
    isAirportPickup: false,
    gratuityPercentage: 18,
  });

  expect(fareLines(fare, booking)).toEqual([
    { label: 'Base fare, 3 hours at $55.00', cents: 16500 },
    { label: 'NTA tax, 3%', cents: 495 },
    { label: 'Fuel surcharge', cents: 1800 },
    { label: 'Tech fee', cents: 1000 },
    { label: 'Gratuity, 18%', cents: 3563 },
  ]);
});

test('a raised tier is named, with the rate it makes', () => {
  const booking = { bookingType: 'hourly', hours: 2.5, surgePricing: 'weekend' } as const;
  const fare = quote('hummer-18', {
    ...booking,
    surgeTier: 'weekend',
    isAirportPickup: true,
    gratuityPercentage: 0,
  });

  expect(fareLines(fare, booking).map((line) => line.label)).toEqual([
    'Base fare, weekend rate, 2.5 hours at $181.25',
    'NTA tax, 3%',
    'Fuel surcharge',
    'Tech fee',
    'Airport pickup fee',
  ]);
});

test('the lines add up to the fare, a promo code included and a gift card not', () => {
  const booking = { bookingType: 'point-to-point', hours: null, surgePricing: 'weekend' } as const;
  const fare = quote('lux-sedan', {
    ...booking,
    surgeTier: 'weekend',
    isAirportPickup: true,
    gratuityPercentage: 18,
    promoCents: 2500,
    giftCardBalanceCents: 5000,
  });
  const lines = fareLines(fare, booking);

  expect(lines.at(-1)).toEqual({ label: 'Promo code', cents: -2500 });
  expect(lines.reduce((sum, line) => sum + line.cents, 0)).toBe(fare.fareCents);
});

test('hours are put in words', () => {
  expect([1, 1.5, 3].map(hoursText)).toEqual(['1 hour', '1.5 hours', '3 hours']);
});

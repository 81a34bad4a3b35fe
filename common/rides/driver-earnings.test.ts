import { expect, test } from 'vitest';
import { quoteFare } from '../fares/quote-fare.ts';
import { SEEDED_RATES } from '../fares/rates.ts';
import { findVehicle } from '../vehicles/catalogue.ts';
import { driverEarnings, finalCents } from './driver-earnings.ts';

function sedanFare(promoCents = 0, hours = 3) {
  const vehicle = findVehicle('lux-sedan');
  if (!vehicle) throw new Error('the catalogue has no lux-sedan');
  return quoteFare(
    {
      vehicle,
      bookingType: 'hourly',
      hours,
      surgeTier: 'standard',
      isAirportPickup: false,
      gratuityPercentage: 18,
      promoCents,
    },
    SEEDED_RATES,
  );
}

const completed = (actualFareCents: number, fare = sedanFare()) =>
  driverEarnings({ status: 'completed', fare, actualFareCents, cancellation: null, charges: [] });

test('a ride not yet completed, or completed at full fare, earns 80% of the base and the whole gratuity', () => {
  const whole = { baseCents: 16_500, shareCents: 13_200, tipCents: 3_563 };
  const fare = sedanFare();

  expect(
    driverEarnings({ status: 'accepted', fare, actualFareCents: null, cancellation: null, charges: [] }),
  ).toEqual(whole);
  expect(completed(fare.fareCents)).toEqual(whole);
});

test.each([
  // The fare is $233.58: base rate 165.00, gratuity 35.63.
  [15_572, { baseCents: 11_000, shareCents: 8_800, tipCents: 2_375 }],
  [10_001, { baseCents: 7_065, shareCents: 5_652, tipCents: 1_526 }],
  [1, { baseCents: 1, shareCents: 1, tipCents: 0 }],
  [0, { baseCents: 0, shareCents: 0, tipCents: 0 }],
])('a ride completed for %i cents earns base and gratuity in proportion', (actualFareCents, earnings) => {
  expect(completed(actualFareCents)).toEqual(earnings);
});

test('a promo code for part or all of the fare does not reduce the driver’s earnings', () => {
  const half = sedanFare(11_679);
  expect(completed(half.fareCents, half)).toEqual(completed(sedanFare().fareCents));

  const nothing = sedanFare(99_999);
  expect([nothing.fareCents, completed(0, nothing)]).toEqual([0, completed(sedanFare().fareCents)]);
  expect(finalCents({ fare: nothing, actualFareCents: 0 }, nothing.taxCents)).toBe(nothing.taxCents);
});

test.each([2_500, 11_679, 15_000])(
  'a promo code of %i cents does not reduce the driver’s earnings for fewer hours than booked',
  (promoCents) => {
    const [booked, used] = [sedanFare(promoCents), sedanFare(promoCents, 2)];

    expect(used.promoCents).toBe(promoCents);
    expect(completed(used.fareCents, booked)).toEqual(completed(sedanFare(0, 2).fareCents));
  },
);

test('a cancelled ride earns 80% of the fee that was kept', () => {
  const cancelled = {
    status: 'cancelled',
    fare: sedanFare(),
    actualFareCents: null,
    charges: [],
  } as const;

  expect(driverEarnings({ ...cancelled, cancellation: { feeCents: 1_500 } })).toEqual({
    baseCents: 1_500,
    shareCents: 1_200,
    tipCents: 0,
  });
  expect(driverEarnings({ ...cancelled, cancellation: null }).shareCents).toBe(0);
});

test('the driver gets a paid tip in full, but no unpaid or refunded tip and no other charge', () => {
  const fare = sedanFare();
  const tip = { kind: 'tip', status: 'paid', amountCents: 2_970 } as const;
  const charges = [
    tip,
    { ...tip, status: 'open' },
    { ...tip, status: 'void' },
    { ...tip, status: 'refunded' },
    { ...tip, kind: 'adjustment' },
  ] as const;
  const ride = { status: 'completed', fare, actualFareCents: 15_572, cancellation: null, charges } as const;

  expect(driverEarnings(ride)).toEqual({ baseCents: 11_000, shareCents: 8_800, tipCents: 2_375 + 2_970 });
});

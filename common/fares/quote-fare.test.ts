import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findVehicle, VEHICLES, type VehicleId } from '../vehicles/catalogue.ts';
import { driverShareCents } from './driver-share.ts';
import { GRATUITY_OPTIONS } from './fare-choices.ts';
import { type FareInput, fareLines, hoursText, quoteFare as quoteWith } from './quote-fare.ts';
import { SEEDED_RATES } from './rates.ts';
import { surgeNote } from './surge.ts';
import { surgeTierSchema } from './surge-day.ts';

/** Quotes with the specification's rates, whose results are known. */
const quoteFare = (input: FareInput) => quoteWith(input, SEEDED_RATES);

const vehicleOf = (id: string) => {
  const vehicle = VEHICLES.find((each) => each.id === id);
  if (!vehicle) throw new Error(`no vehicle ${id}`);
  return vehicle;
};

test('the fare of three hours in a lux sedan on a standard day matches the specification', () => {
  const fare = quoteFare({
    vehicle: vehicleOf('lux-sedan'),
    bookingType: 'hourly',
    hours: 3,
    surgeTier: 'standard',
    isAirportPickup: false,
    gratuityPercentage: 18,
  });
  expect(fare).toMatchObject({
    baseCents: 16_500,
    taxCents: 495,
    fuelCents: 1_800,
    techCents: 1_000,
    airportCents: 0,
    gratuityCents: 3_563,
    totalCents: 23_358,
  });
  expect(driverShareCents(fare)).toBe(13_200 + 3_563);
});

test('the fare of a point-to-point ride from the airport at the weekend matches the specification', () => {
  expect(
    quoteFare({
      vehicle: vehicleOf('lux-sedan'),
      bookingType: 'point-to-point',
      hours: null,
      surgeTier: 'weekend',
      isAirportPickup: true,
      gratuityPercentage: 18,
    }),
  ).toMatchObject({
    baseCents: 5_625,
    taxCents: 169,
    fuelCents: 600,
    techCents: 1_000,
    airportCents: 1_000,
    gratuityCents: 1_511,
    totalCents: 9_905,
  });
});

test('the fare of 2.5 hours in a Hummer from the airport at the weekend matches the specification', () => {
  expect(
    quoteFare({
      vehicle: vehicleOf('hummer-18'),
      bookingType: 'hourly',
      hours: 2.5,
      surgeTier: 'weekend',
      isAirportPickup: true,
      gratuityPercentage: 25,
    }),
  ).toMatchObject({ baseCents: 45_313, totalCents: 62_715 });
});

const weekendTransfer = {
  vehicle: vehicleOf('lux-sedan'),
  bookingType: 'point-to-point',
  hours: null,
  surgeTier: 'weekend',
  isAirportPickup: true,
  gratuityPercentage: 18,
} as const;

test('each stop of a point-to-point ride adds its fee, which is untaxed but counts for the gratuity', () => {
  expect(quoteFare({ ...weekendTransfer, stopCount: 2 })).toMatchObject({
    baseCents: 5_625,
    taxCents: 169,
    stopCents: 3_000,
    subtotalCents: 11_394,
    gratuityCents: 2_051,
    totalCents: 13_445,
  });
});

test('no stops, or stops of an hourly ride, add nothing to the fare', () => {
  expect(quoteFare({ ...weekendTransfer, stopCount: 0 })).toEqual(quoteFare(weekendTransfer));
  const hourly = { ...weekendTransfer, bookingType: 'hourly', hours: 3 } as const;
  expect(quoteFare({ ...hourly, stopCount: 3 })).toEqual(quoteFare(hourly));
});

test.each([
  [['Sphere'], 'Stop on the way', 1_500],
  [['Sphere', 'Wynn'], '2 stops on the way', 3_000],
])('the stops %j are a separate fare line', (stops, label, cents) => {
  const fare = quoteFare({ ...weekendTransfer, stopCount: stops.length });
  const lines = fareLines(fare, { ...weekendTransfer, surgePricing: 'weekend', stops });

  expect(lines).toContainEqual({ label, cents });
  expect(lines.reduce((sum, line) => sum + line.cents, 0)).toBe(fare.fareCents);
});

const anyInput: fc.Arbitrary<FareInput> = fc.record({
  vehicle: fc.constantFrom(...VEHICLES),
  bookingType: fc.constantFrom('hourly', 'point-to-point'),
  hours: fc.option(fc.integer({ min: 2, max: 48 }).map((halves) => halves / 2)),
  surgeTier: fc.constantFrom(...surgeTierSchema.options),
  isAirportPickup: fc.boolean(),
  stopCount: fc.integer({ min: 0, max: 3 }),
  gratuityPercentage: fc.constantFrom(...GRATUITY_OPTIONS),
  promoCents: fc.integer({ min: 0, max: 500_000 }),
  giftCardBalanceCents: fc.integer({ min: 0, max: 500_000 }),
});

test('the parts of a fare always add up to the total, in whole cents, never below zero', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const fare = quoteFare(input);
      const lines = fare.baseCents + fare.taxCents + fare.fuelCents + fare.techCents + fare.airportCents;
      const withStops = lines + (fare.stopCents ?? 0);
      expect(fare.subtotalCents).toBe(withStops);
      expect(fare.fareCents).toBe(withStops + fare.gratuityCents - fare.promoCents);
      const restCents = fare.fareCents - fare.giftCardCents;
      expect(restCents).toBeGreaterThanOrEqual(0);
      expect(fare.totalCents).toBe(restCents < 50 ? 0 : restCents);
      for (const [name, value] of Object.entries(fare)) {
        if (name.endsWith('Cents')) expect(Number.isInteger(value)).toBe(true);
      }
    }),
  );
});

test.each([
  [49, 0],
  [50, 50],
])('if a gift card leaves %i cents of the fare, the total is %i cents', (restCents, totalCents) => {
  const sedan = { vehicle: vehicleOf('lux-sedan'), bookingType: 'hourly' as const, hours: 3 };
  const day = { surgeTier: 'standard' as const, isAirportPickup: false, gratuityPercentage: 18 };

  const fare = quoteFare({ ...sedan, ...day, giftCardBalanceCents: 23_358 - restCents });

  expect(fare).toMatchObject({ fareCents: 23_358, giftCardCents: 23_358 - restCents, totalCents });
});

test('more hours, a higher surge tier or an airport pickup never lower the fare', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const plain = { ...input, promoCents: 0, giftCardBalanceCents: 0 };
      const price = (change: Partial<FareInput>) => quoteFare({ ...plain, ...change }).totalCents;
      expect(price({ hours: (input.hours ?? 1) + 0.5 })).toBeGreaterThanOrEqual(price({}));
      expect(price({ surgeTier: 'special-event' })).toBeGreaterThanOrEqual(price({}));
      expect(price({ isAirportPickup: true })).toBeGreaterThanOrEqual(price({ isAirportPickup: false }));
    }),
  );
});

test('less than one hour is charged as one hour', () => {
  const base = { ...({} as FareInput), vehicle: vehicleOf('lux-suv'), bookingType: 'hourly' as const };
  const rest = { surgeTier: 'standard' as const, isAirportPickup: false, gratuityPercentage: 0 };
  expect(quoteFare({ ...base, ...rest, hours: 0 })).toEqual(quoteFare({ ...base, ...rest, hours: 1 }));
});

function quote(vehicleId: VehicleId, input: Omit<FareInput, 'vehicle'>) {
  const vehicle = findVehicle(vehicleId);
  if (!vehicle) throw new Error(`No such vehicle: ${vehicleId}`);
  return quoteFare({ vehicle, ...input });
}

test('the lines of an hourly fare state hours and rate, and omit what is not charged', () => {
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

test('the base fare line names a raised surge tier and its hourly rate', () => {
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

test.each(surgeTierSchema.options.filter((tier) => tier !== 'standard'))(
  'the %s rate has the same name in the surge note and in the fare',
  (tier) => {
    const day = { date: '2026-12-08', tier, name: 'A title fight' };
    const fare = quoteFare({ ...weekendTransfer, surgeTier: tier });
    const booking = { bookingType: 'point-to-point', hours: null, surgePricing: tier } as const;

    const name = fareLines(fare, booking)[0]?.label.replace('Base fare, ', '') ?? '';

    expect(surgeNote(day.date, [day])).toContain(`${name}: base fare ×`);
  },
);

test('the fare lines add up to the fare, which includes a promo code but not a gift card', () => {
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

test('hours are formatted as text', () => {
  expect([1, 1.5, 3].map(hoursText)).toEqual(['1 hour', '1.5 hours', '3 hours']);
});

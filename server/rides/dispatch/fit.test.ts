import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isServed } from '#common/drivers/is-served.ts';
import { findVehicle, VEHICLE_IDS } from '#common/vehicles/catalogue.ts';
import { type FleetVehicle, seatsProblem } from '#common/vehicles/vehicle.ts';
import { type DriverWithVehicles, servedKinds } from '../../drivers/served-kinds.ts';
import { fitFor, type RideToFit } from './fit.ts';

const TODAY = '2026-11-20';

const vehicle = (overrides: Partial<FleetVehicle> = {}): FleetVehicle => ({
  id: 'a'.repeat(24),
  label: 'Black Cadillac Escalade',
  plate: 'NV 218-QKD',
  rideType: 'lux-suv',
  alsoServes: [],
  seats: 6,
  paint: 'black',
  year: 2024,
  wheelchairLift: false,
  driverIds: ['d'.repeat(24)],
  documents: [],
  state: 'active',
  version: 1,
  ...overrides,
});

const driver = (overrides: Partial<DriverWithVehicles> = {}): DriverWithVehicles => ({
  id: 'd'.repeat(24),
  state: 'active',
  suspension: null,
  isOnDuty: true,
  dutySince: null,
  weeklyHours: [],
  documents: [],
  version: 1,
  vehicles: [vehicle()],
  ...overrides,
});

const RIDE: RideToFit = {
  rideType: 'lux-suv',
  passengers: 6,
  scheduledDate: TODAY,
  preferredColor: null,
};

const license = (expiresOn: string) => ({ kind: 'license', number: '1', expiresOn }) as const;
const insurance = (expiresOn: string) => ({ kind: 'insurance', number: '1', expiresOn }) as const;

test.each([
  ['nobody approved', null, 'FORBIDDEN', 'Only approved drivers can do that.'],
  ['suspended', driver({ state: 'suspended' }), 'FORBIDDEN', 'suspended'],
  ['off duty', driver({ isOnDuty: false }), 'OFF_DUTY', 'Go on duty'],
  [
    'with a license that ends the day before',
    driver({ documents: [license('2026-11-19')] }),
    'DOCUMENT_EXPIRED',
    'Your license is valid until Thu 19 Nov',
  ],
  [
    'whose vehicle has no insurance left',
    driver({ vehicles: [vehicle({ documents: [insurance('2026-11-19')] })] }),
    'DOCUMENT_EXPIRED',
    'Black Cadillac Escalade, NV 218-QKD: its insurance',
  ],
  ['without a vehicle', driver({ vehicles: [] }), 'DOES_NOT_FIT', 'Lux SUV'],
  [
    'whose vehicle is out of service',
    driver({ vehicles: [vehicle({ state: 'out-of-service' })] }),
    'DOES_NOT_FIT',
    'on the road',
  ],
  ['who drives another kind', driver({ vehicles: [vehicle({ rideType: 'lux-sedan' })] }), 'DOES_NOT_FIT', ''],
  [
    'with too few seats',
    driver({ vehicles: [vehicle({ seats: 5 })] }),
    'DOES_NOT_FIT',
    'None of your vehicles on the road that serve Lux SUV rides has seats for 6 passengers.',
  ],
] as const)('a driver %s does not fit the ride', (_who, who, code, says) => {
  const fit = fitFor(who, RIDE);

  expect(fit).toMatchObject({ code, message: expect.stringContaining(says) });
});

test('documents are valid to the end of the day on which they expire', () => {
  const documents = [license(TODAY)];
  const vehicles = [vehicle({ documents: [insurance(TODAY)] })];

  expect(fitFor(driver({ documents, vehicles }), RIDE)).toHaveProperty('vehicles');
});

test('the chosen vehicle is of the booked kind and preferred color, and no larger than necessary', () => {
  const larger = vehicle({
    id: '1'.repeat(24),
    rideType: 'limousine-10',
    alsoServes: ['lux-suv'],
    seats: 10,
  });
  const white = vehicle({ id: '2'.repeat(24), paint: 'white' });
  const black = vehicle({ id: '3'.repeat(24) });
  const wide = vehicle({ id: '4'.repeat(24), seats: 8 });
  const choose = (vehicles: FleetVehicle[], ride: Partial<RideToFit> = {}) =>
    Reflect.get(fitFor(driver({ vehicles }), { ...RIDE, ...ride }), 'vehicles')?.[0].id;

  expect(choose([larger, wide, black])).toBe(black.id);
  expect(choose([black, white], { preferredColor: 'white' })).toBe(white.id);
  expect(choose([larger])).toBe(larger.id);
});

test('a named vehicle is chosen, or the reason is given why it does not fit', () => {
  const other = vehicle({ id: '2'.repeat(24), state: 'out-of-service' });
  const small = vehicle({ id: '3'.repeat(24), seats: 5 });
  const who = driver({ vehicles: [vehicle(), other, small] });

  expect(fitFor(who, RIDE, vehicle().id)).toMatchObject({ vehicles: [{ id: vehicle().id }] });
  expect(fitFor(who, RIDE, other.id)).toMatchObject({ message: expect.stringContaining('out of service') });
  expect(fitFor(who, RIDE, small.id)).toMatchObject({
    message: 'Black Cadillac Escalade, NV 218-QKD has 5 seats, too few for 6 passengers.',
  });
  expect(fitFor(who, RIDE, '9'.repeat(24))).toMatchObject({ message: 'You do not drive that vehicle.' });
});

const someDate = fc.constantFrom('2026-11-01', TODAY, '2026-11-25', '2027-01-01');
const somePapers = fc.array(someDate, { maxLength: 2 });
const someVehicle = fc
  .record({
    rideType: fc.constantFrom(...VEHICLE_IDS.slice(0, 4)),
    alsoServes: fc.subarray([...VEHICLE_IDS.slice(0, 4)]),
    seats: fc.integer({ min: 3, max: 8 }),
    state: fc.constantFrom('active' as const, 'out-of-service' as const),
    dates: somePapers,
  })
  .map(({ dates, ...fields }) => vehicle({ ...fields, documents: dates.map(insurance) }))
  .filter((each) => seatsProblem(each) === null);
const someDriver = fc
  .record({
    state: fc.constantFrom('active' as const, 'suspended' as const),
    isOnDuty: fc.boolean(),
    dates: somePapers,
    vehicles: fc.array(someVehicle, { maxLength: 3 }),
  })
  .map(({ dates, ...fields }) => driver({ ...fields, documents: dates.map(license) }));

test('a driver is shown exactly the rides that they may accept', () => {
  fc.assert(
    fc.property(
      someDriver,
      fc.constantFrom(...VEHICLE_IDS.slice(0, 5)),
      fc.constantFrom(TODAY, '2026-11-25', '2026-12-24', '2027-01-02'),
      (who, rideType, scheduledDate) => {
        const passengers = findVehicle(rideType)?.capacity ?? null;
        const ride = { rideType, scheduledDate, passengers, preferredColor: null };

        expect(isServed(servedKinds(who, TODAY), ride)).toBe('vehicles' in fitFor(who, ride));
      },
    ),
    { numRuns: 500 },
  );
});

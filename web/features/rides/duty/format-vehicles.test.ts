import { expect, test } from 'vitest';
import type { VehicleId } from '#common/vehicles/catalogue.ts';
import { buildDrivenVehicle } from '#web/testing/build-driver.ts';
import { formatVehicles } from './format-vehicles.ts';

const words = (...kinds: VehicleId[]) =>
  formatVehicles({
    serves: kinds.map((rideType) => ({ rideType, until: null })),
    vehicles: kinds.map((rideType) => buildDrivenVehicle({ rideType })),
  });

test('up to three kinds of vehicle are named; more are only counted', () => {
  expect(words()).toBeNull();
  expect(words('lux-suv')).toBe('your Lux SUV');
  expect(words('lux-suv', 'partybus-20', 'lux-sedan')).toBe('your Lux SUV, Party Bus 20 and Lux Sedan');
  expect(words('lux-suv', 'partybus-20', 'lux-sedan', 'limousine-10')).toBe('your 4 vehicles');
});

test('two vehicles of one kind are named once, and one out of service is not named', () => {
  expect(words('lux-suv', 'lux-suv', 'lux-sedan')).toBe('your Lux SUV and Lux Sedan');
  const vehicles = [
    buildDrivenVehicle(),
    buildDrivenVehicle({ rideType: 'lux-sedan', state: 'out-of-service' }),
  ];
  expect(formatVehicles({ serves: [{ rideType: 'lux-suv', until: null }], vehicles })).toBe('your Lux SUV');
});

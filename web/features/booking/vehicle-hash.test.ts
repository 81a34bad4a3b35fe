import { expect, test } from 'vitest';
import { vehicleFromHash, vehicleHash } from './vehicle-hash.ts';

test('the hash of a vehicle is parsed back to the same vehicle', () => {
  expect(vehicleFromHash(vehicleHash('lux-suv'))).toBe('lux-suv');
});

test.each(['', '#booking', '#booking?vehicle=', '#booking?vehicle=tank', '#pricing?vehicle=lux-suv'])(
  'the hash “%s” selects no vehicle',
  (hash) => {
    expect(vehicleFromHash(hash)).toBeNull();
  },
);

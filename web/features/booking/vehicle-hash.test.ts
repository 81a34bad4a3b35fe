import { expect, test } from 'vitest';
import { vehicleFromHash, vehicleHash } from './vehicle-hash.ts';

test('a hash made for a vehicle names it again', () => {
  expect(vehicleFromHash(vehicleHash('lux-suv'))).toBe('lux-suv');
});

test.each(['', '#booking', '#booking?vehicle=', '#booking?vehicle=tank', '#pricing?vehicle=lux-suv'])(
  'the hash "%s" asks for no vehicle',
  (hash) => {
    expect(vehicleFromHash(hash)).toBeNull();
  },
);

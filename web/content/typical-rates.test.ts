import { expect, test } from 'vitest';
import { findVehicle } from '#common/vehicles/catalogue.ts';
import { TYPICAL_RATES } from './typical-rates.ts';

test.each(TYPICAL_RATES)(
  '$name has the same capacity in the booking terms as in the booking form',
  ({ vehicleId, capacity }) => {
    expect(findVehicle(vehicleId)?.capacity).toBe(capacity);
  },
);

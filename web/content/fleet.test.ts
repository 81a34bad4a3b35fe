import { expect, test } from 'vitest';
import { FLEET_COPY } from './fleet.ts';

test.each(Object.entries(FLEET_COPY))(
  '%s has a pickup time of 15 to 40 minutes and exactly three features',
  (_id, copy) => {
    expect(copy.pickupMinutes).toBeGreaterThanOrEqual(15);
    expect(copy.pickupMinutes).toBeLessThanOrEqual(40);
    expect(copy.features).toHaveLength(3);
  },
);

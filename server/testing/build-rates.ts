import { expect } from 'vitest';
import { forEachVehicle, SEEDED_RATES } from '#common/fares/rates.ts';
import { type NewRates, type StaffRates, staffRatesSchema } from '#common/fares/rates-api.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import type { UserRecord } from '../users/user-model.ts';
import { as } from './as.ts';

/**
 * Builds rates from tomorrow on, $20 above the seeded ones for every vehicle, by the hour and by the ride.
 */
export const buildRates = (overrides: Partial<NewRates> = {}): NewRates => ({
  effectiveFrom: addDays(dateInVegas(new Date()), 1),
  vehicles: forEachVehicle(({ id }) => {
    const { hourlyCents, p2pCents } = SEEDED_RATES.vehicles[id];
    return { hourlyCents: hourlyCents + 2_000, p2pCents: p2pCents + 2_000 };
  }),
  fees: { ...SEEDED_RATES.fees },
  ...overrides,
});

/** Saves a draft of rates through the API. */
export async function draftRatesAs(
  admin: UserRecord,
  overrides: Partial<NewRates> = {},
): Promise<StaffRates> {
  const reply = await as(admin).post('/api/ops/rates', buildRates(overrides));
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return staffRatesSchema.parse(reply.body);
}

/** Drafts and schedules rates through the API. */
export async function scheduleRatesAs(
  admin: UserRecord,
  overrides: Partial<NewRates> = {},
): Promise<StaffRates> {
  const { id, version } = await draftRatesAs(admin, overrides);
  const reply = await as(admin).post(`/api/ops/rates/${id}/schedule`, { version, confirmLargeChange: true });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return staffRatesSchema.parse(reply.body);
}

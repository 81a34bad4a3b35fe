import { expect, test } from 'vitest';
import { VEHICLE_IDS } from '#common/vehicles/catalogue.ts';
import { seatsProblem } from '#common/vehicles/vehicle.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { findUsersByEmail } from '../users/accounts.ts';
import { DEMO_DRIVER_EMAIL } from '../users/demo-users.ts';
import { seedUsers } from '../users/seed-users.ts';
import { listVehicles } from '../vehicles/vehicle-queries.ts';
import { DEMO_FLEET } from './demo-fleet.ts';
import { findDriver } from './driver-queries.ts';
import { setDuty } from './edit-driver.ts';
import { seedDrivers } from './seed-drivers.ts';
import { servedKinds } from './served-kinds.ts';

setUpTestApp();

test('the demo driver serves every ride type, and seeding again changes neither duty nor fleet', async () => {
  await seedUsers();
  await seedDrivers();
  const [sam] = await findUsersByEmail([DEMO_DRIVER_EMAIL]);
  const driver = await findDriver(sam?.id ?? '');
  if (!driver) throw new Error('Sam is no driver');

  expect(servedKinds(driver, '2026-11-20').map(({ rideType }) => rideType)).toEqual(VEHICLE_IDS);

  await setDuty(driver.id, false);
  await seedDrivers();
  const { vehicles } = await listVehicles({ limit: 100 });
  expect((await findDriver(driver.id))?.isOnDuty).toBe(false);
  expect(vehicles).toHaveLength(DEMO_FLEET.length);
  expect(vehicles.map(seatsProblem)).toEqual(vehicles.map(() => null));
});

import type { OwnDriver } from '#common/drivers/driver.ts';
import { DRIVER_ID } from './build-ride.ts';

type DrivenVehicle = OwnDriver['vehicles'][number];

/** Builds an active vehicle in its driver's view. */
export const buildDrivenVehicle = (overrides: Partial<DrivenVehicle> = {}): DrivenVehicle => ({
  id: 'e'.repeat(24),
  label: 'Black Cadillac Escalade',
  plate: 'NV 218-QKD',
  rideType: 'lux-suv',
  alsoServes: [],
  seats: 6,
  paint: 'black',
  state: 'active',
  documents: [],
  ...overrides,
});

/** Builds a driver on duty with an SUV, in their own view. */
export const buildOwnDriver = (overrides: Partial<OwnDriver> = {}): OwnDriver => ({
  id: DRIVER_ID,
  state: 'active',
  isOnDuty: true,
  dutySince: '2026-11-20T23:55:00.000Z',
  weeklyHours: [],
  documents: [],
  vehicles: [buildDrivenVehicle()],
  serves: [{ rideType: 'lux-suv', until: null }],
  ...overrides,
});

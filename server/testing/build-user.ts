import { randomUUID } from 'node:crypto';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import { createDriver, type NewDriver } from '../drivers/edit-driver.ts';
import { hashPassword } from '../users/password.ts';
import { toUserRecord, UserModel, type UserRecord } from '../users/user-model.ts';
import { buildVehicle } from './build-vehicle.ts';

/** What every built user signs in with. */
export const TEST_PASSWORD = 'correct horse battery staple';

let passwordHash: Promise<string> | null = null;

async function buildUser(user: Omit<UserRecord, 'id'>): Promise<UserRecord> {
  passwordHash ??= hashPassword(TEST_PASSWORD);
  return toUserRecord(await UserModel.create({ ...user, passwordHash: await passwordHash }));
}

const newEmail = (role: string) => `${role}-${randomUUID()}@example.com`;

/** A stored rider. */
export const buildRider = (overrides: Partial<UserRecord> = {}): Promise<UserRecord> =>
  buildUser({
    name: 'Robin Rider',
    email: newEmail('rider'),
    role: 'rider',
    phone: '(702) 555-0101',
    ...overrides,
  });

interface DriverParts {
  /** What the company keeps of them; null for nobody approved them. */
  driver?: NewDriver | null;
  /** Their only vehicle; null for none. */
  vehicle?: Partial<FleetVehicle> | null;
}

/** A stored driver: approved, on duty, with a vehicle for every kind of ride. */
export async function buildDriver({
  driver = {},
  vehicle = {},
  ...overrides
}: Partial<UserRecord> & DriverParts = {}): Promise<UserRecord> {
  const user = await buildUser({
    name: 'Dee Driver',
    email: newEmail('driver'),
    role: 'driver',
    phone: '(702) 555-0102',
    ...overrides,
  });
  if (driver) await createDriver(user.id, { isOnDuty: true, ...driver });
  if (vehicle) await buildVehicle({ driverIds: [user.id], ...vehicle });
  return user;
}

/** A stored dispatcher. */
export const buildDispatcher = (overrides: Partial<UserRecord> = {}): Promise<UserRecord> =>
  buildUser({
    name: 'Dan Dispatcher',
    email: newEmail('dispatcher'),
    role: 'dispatcher',
    phone: null,
    ...overrides,
  });

/** A stored admin. */
export const buildAdmin = (overrides: Partial<UserRecord> = {}): Promise<UserRecord> =>
  buildUser({
    name: 'Ada Admin',
    email: newEmail('admin'),
    role: 'admin',
    phone: null,
    ...overrides,
  });

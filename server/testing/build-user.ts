import { randomUUID } from 'node:crypto';
import { hashPassword } from '../users/password.ts';
import { toUserRecord, UserModel, type UserRecord } from '../users/user-model.ts';

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
    vehicle: null,
    ...overrides,
  });

/** A stored driver with a vehicle. */
export const buildDriver = (overrides: Partial<UserRecord> = {}): Promise<UserRecord> =>
  buildUser({
    name: 'Dee Driver',
    email: newEmail('driver'),
    role: 'driver',
    phone: '(702) 555-0102',
    vehicle: { rideType: 'lux-suv', label: 'Black Cadillac Escalade, NV 123-ABC', paint: 'black' },
    ...overrides,
  });

/** A stored dispatcher. */
export const buildDispatcher = (overrides: Partial<UserRecord> = {}): Promise<UserRecord> =>
  buildUser({
    name: 'Dan Dispatcher',
    email: newEmail('dispatcher'),
    role: 'dispatcher',
    phone: null,
    vehicle: null,
    ...overrides,
  });

/** A stored admin. */
export const buildAdmin = (overrides: Partial<UserRecord> = {}): Promise<UserRecord> =>
  buildUser({
    name: 'Ada Admin',
    email: newEmail('admin'),
    role: 'admin',
    phone: null,
    vehicle: null,
    ...overrides,
  });

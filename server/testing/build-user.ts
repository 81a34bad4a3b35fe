import { randomUUID } from 'node:crypto';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import { createDriver, type NewDriver } from '../drivers/edit-driver.ts';
import { customerTermsOf } from '../users/customers.ts';
import { PasskeyModel } from '../users/passkey-model.ts';
import { hashPassword } from '../users/password.ts';
import { toUserRecord, UserModel, type UserRecord } from '../users/user-model.ts';
import { buildVehicle } from './build-vehicle.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';

/** Password of every built user. */
export const TEST_PASSWORD = 'correct horse battery staple';

let passwordHash: Promise<string> | null = null;

type NewUser = Omit<UserRecord, 'id' | 'emailConfirmedAt'> & Partial<UserRecord>;

/** The email address is confirmed unless `emailConfirmedAt` is null. */
async function buildUser(user: NewUser): Promise<UserRecord> {
  passwordHash ??= hashPassword(TEST_PASSWORD);
  return toUserRecord(
    await UserModel.create({
      emailConfirmedAt: new Date(),
      ...user,
      ...customerTermsOf(user),
      passwordHash: await passwordHash,
    }),
  );
}

const authenticators = new WeakMap<UserRecord, SoftwareAuthenticator>();

/** Returns the passkey of a staff member. Undefined for other users. */
export const passkeyOf = (user: UserRecord): SoftwareAuthenticator | undefined => authenticators.get(user);

/**
 * Stores a staff member with the passkey that `as` signs in with. Staff must have a passkey or an
 * authenticator app.
 */
async function buildStaff({ hasPasskey = true, ...user }: NewUser & StaffParts): Promise<UserRecord> {
  const member = await buildUser(user);
  if (!hasPasskey) return member;
  const authenticator = new SoftwareAuthenticator(member.id);
  await PasskeyModel.create({
    userId: member.id,
    credentialId: authenticator.credentialId,
    publicKey: authenticator.publicKey,
    counter: 0,
    isBackupEligible: true,
    isBackedUp: true,
    name: 'Chrome on Linux',
    createdAt: new Date(),
  });
  authenticators.set(member, authenticator);
  return member;
}

interface StaffParts {
  hasPasskey?: boolean;
}

const newEmail = (role: string) => `${role}-${randomUUID()}@example.com`;

/** Stores a rider. */
export const buildRider = (overrides: Partial<UserRecord> = {}): Promise<UserRecord> =>
  buildUser({
    name: 'Robin Rider',
    email: newEmail('rider'),
    role: 'rider',
    phone: '(702) 555-0101',
    ...overrides,
  });

interface DriverParts {
  /** The driver record. Null for a driver who is not approved. */
  driver?: NewDriver | null;
  /** The driver's only vehicle. Null for none. */
  vehicle?: Partial<FleetVehicle> | null;
}

/** Stores a driver: approved, on duty, with a vehicle for every kind of ride. */
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

/** Stores a dispatcher. */
export const buildDispatcher = (overrides: Partial<UserRecord> & StaffParts = {}): Promise<UserRecord> =>
  buildStaff({
    name: 'Dan Dispatcher',
    email: newEmail('dispatcher'),
    role: 'dispatcher',
    phone: null,
    ...overrides,
  });

/** Stores an admin. */
export const buildAdmin = (overrides: Partial<UserRecord> & StaffParts = {}): Promise<UserRecord> =>
  buildStaff({
    name: 'Ada Admin',
    email: newEmail('admin'),
    role: 'admin',
    phone: null,
    ...overrides,
  });

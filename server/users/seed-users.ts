import { env } from '../env.ts';
import {
  DEMO_DRIVER_EMAIL,
  DEMO_PASSWORD,
  DEMO_RIDER_EMAIL,
  DEMO_STAFF_EMAIL,
  DEMO_USERS,
} from './demo-users.ts';
import { hashPassword } from './password.ts';
import { toUserRecord, type UserDoc, UserModel, type UserRecord } from './user-model.ts';

/**
 * Creates the demo users that are missing; the others stay as they are.
 *
 * @throws in production, where the password is known
 */
export async function seedUsers(): Promise<void> {
  if (env.NODE_ENV === 'production') throw new Error('Demo users are refused in production.');
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  for (const { email, ...user } of DEMO_USERS) {
    await UserModel.updateOne({ email }, { $setOnInsert: { ...user, passwordHash } }, { upsert: true });
  }
}

/** The rider, the driver and the dispatcher that the demo's first visit signs in; fewer where they are not seeded. */
export async function findDemoUsers(): Promise<UserRecord[]> {
  const emails = [DEMO_RIDER_EMAIL, DEMO_DRIVER_EMAIL, DEMO_STAFF_EMAIL];
  const docs = await UserModel.find({ email: { $in: emails } }).lean<UserDoc[]>();
  return docs.map(toUserRecord);
}

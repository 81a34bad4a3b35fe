import { env } from '../env.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { customerTermsOf } from './customers.ts';
import {
  DEMO_DRIVER_EMAIL,
  DEMO_PASSWORD,
  DEMO_RIDER_EMAIL,
  DEMO_STAFF_EMAIL,
  DEMO_USERS,
  type DemoUser,
} from './demo-users.ts';
import { hashPassword } from './password.ts';
import { toUserRecord, type UserDoc, UserModel, type UserRecord } from './user-model.ts';

/**
 * Creates missing demo users. Existing ones are left unchanged.
 *
 * @throws Error in production, because the password is public
 */
export async function seedUsers(): Promise<void> {
  if (env.NODE_ENV === 'production') throw new Error('Demo users are refused in production.');
  await seedPeople(DEMO_USERS);
}

/** Creates the missing ones of these users with the demo's password. @returns all of them */
export async function seedPeople(people: readonly DemoUser[]): Promise<UserRecord[]> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const emailConfirmedAt = databaseClock.now();
  for (const { email, ...person } of people) {
    await UserModel.updateOne(
      { email },
      { $setOnInsert: { ...person, ...customerTermsOf(person), passwordHash, emailConfirmedAt } },
      { upsert: true },
    );
  }
  const docs = await UserModel.find({ email: { $in: people.map(({ email }) => email) } }).lean<UserDoc[]>();
  return docs.map(toUserRecord);
}

/** Returns the users that a first visit to the demo signs in: rider, driver and staff, if seeded. */
export async function findDemoUsers(): Promise<UserRecord[]> {
  const emails = [DEMO_RIDER_EMAIL, DEMO_DRIVER_EMAIL, DEMO_STAFF_EMAIL];
  const docs = await UserModel.find({ email: { $in: emails } }).lean<UserDoc[]>();
  return docs.map(toUserRecord);
}

const DEMO_EMAILS: ReadonlySet<string> = new Set(DEMO_USERS.map(({ email }) => email));

/** Whether this is a demo user in demo mode. */
export const isDemoUser = ({ email }: { email: string }): boolean => env.DEMO_MODE && DEMO_EMAILS.has(email);

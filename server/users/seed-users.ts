import { env } from '../env.ts';
import { databaseClock } from '../infra/database-clock.ts';
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
 * Creates the demo users that are missing; the others stay as they are.
 *
 * @throws in production, where the password is known
 */
export async function seedUsers(): Promise<void> {
  if (env.NODE_ENV === 'production') throw new Error('Demo users are refused in production.');
  await seedPeople(DEMO_USERS);
}

/** Creates those of some people who are missing; all sign in with the demo's password. @returns all of them */
export async function seedPeople(people: readonly DemoUser[]): Promise<UserRecord[]> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const emailConfirmedAt = databaseClock.now();
  for (const { email, ...person } of people) {
    await UserModel.updateOne(
      { email },
      { $setOnInsert: { ...person, passwordHash, emailConfirmedAt } },
      { upsert: true },
    );
  }
  const docs = await UserModel.find({ email: { $in: people.map(({ email }) => email) } }).lean<UserDoc[]>();
  return docs.map(toUserRecord);
}

/** The rider, the driver and the dispatcher that the demo's first visit signs in; fewer where they are not seeded. */
export async function findDemoUsers(): Promise<UserRecord[]> {
  const emails = [DEMO_RIDER_EMAIL, DEMO_DRIVER_EMAIL, DEMO_STAFF_EMAIL];
  const docs = await UserModel.find({ email: { $in: emails } }).lean<UserDoc[]>();
  return docs.map(toUserRecord);
}

const DEMO_EMAILS: ReadonlySet<string> = new Set(DEMO_USERS.map(({ email }) => email));

/** Whether somebody is one of the demo's people, in a demo. */
export const isOfDemo = ({ email }: { email: string }): boolean => env.DEMO_MODE && DEMO_EMAILS.has(email);

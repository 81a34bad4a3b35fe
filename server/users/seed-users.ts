import { env } from '../env.ts';
import { DEMO_PASSWORD, DEMO_USERS } from './demo-users.ts';
import { hashPassword } from './password.ts';
import { UserModel } from './user-model.ts';

/** Creates the demo users that are not there yet; whoever is stays as it is. Throws in production, where a known password is a door. */
export async function seedUsers(): Promise<void> {
  if (env.NODE_ENV === 'production') throw new Error('Demo users are refused in production.');
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  for (const { email, ...user } of DEMO_USERS) {
    await UserModel.updateOne({ email }, { $setOnInsert: { ...user, passwordHash } }, { upsert: true });
  }
}

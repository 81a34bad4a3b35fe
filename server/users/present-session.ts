import type { SessionData } from 'express-session';
import type { Session } from '#common/users/user.ts';
import { env } from '../env.ts';
import { findUser } from './find-user.ts';
import { presentUser } from './present-user.ts';

const presentSlot = async (userId: string | undefined) => {
  const user = userId ? await findUser(userId) : null;
  return user && presentUser(user);
};

/** Who is signed in, a slot per role. */
export async function presentSession({ riderId, driverId }: Partial<SessionData>): Promise<Session> {
  const [rider, driver] = await Promise.all([presentSlot(riderId), presentSlot(driverId)]);
  return { rider, driver, demo: env.DEMO_MODE };
}

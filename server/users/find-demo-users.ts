import { DEMO_DRIVER_EMAIL, DEMO_RIDER_EMAIL } from './demo-users.ts';
import { toUserRecord, type UserDoc, UserModel } from './user-model.ts';
import type { UserRecord } from './user-record.ts';

/** The rider and the driver that the demo's first visit signs in; fewer where they are not seeded. */
export async function findDemoUsers(): Promise<UserRecord[]> {
  const docs = await UserModel.find({ email: { $in: [DEMO_RIDER_EMAIL, DEMO_DRIVER_EMAIL] } }).lean<
    UserDoc[]
  >();
  return docs.map(toUserRecord);
}

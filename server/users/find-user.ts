import { toUserRecord, type UserDoc, UserModel } from './user-model.ts';
import type { UserRecord } from './user-record.ts';

/** The user with this id, or null. */
export async function findUser(userId: string): Promise<UserRecord | null> {
  const doc = await UserModel.findById(userId).lean<UserDoc>();
  return doc && toUserRecord(doc);
}

import { AppError } from '#common/errors.ts';
import type { SignIn } from '#common/users/user.ts';
import { isPassword } from './password.ts';
import { toUserRecord, type UserDoc, UserModel } from './user-model.ts';
import type { UserRecord } from './user-record.ts';

/** The user with this e-mail and password. Throws INVALID_CREDENTIALS, with the same words and the same work whichever is wrong. */
export async function signIn({ email, password }: SignIn): Promise<UserRecord> {
  const doc = await UserModel.findOne({ email }).lean<UserDoc>();
  const isRight = await isPassword(password, doc?.passwordHash);
  if (!doc || !isRight) throw new AppError('INVALID_CREDENTIALS', 'Email or password is incorrect');
  return toUserRecord(doc);
}

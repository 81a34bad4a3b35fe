import { AppError } from '#common/errors.ts';
import type { SignUp } from '#common/users/user.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { hashPassword } from './password.ts';
import { toUserRecord, UserModel } from './user-model.ts';
import type { UserRecord } from './user-record.ts';

/** Creates a rider. Throws EMAIL_TAKEN. */
export async function signUp({ name, email, password, phone }: SignUp): Promise<UserRecord> {
  const passwordHash = await hashPassword(password);
  try {
    const user = await UserModel.create({ name, email, passwordHash, role: 'rider', phone: phone || null });
    return toUserRecord(user);
  } catch (cause) {
    if (!isDuplicateKey(cause)) throw cause;
    throw new AppError('EMAIL_TAKEN', 'Please sign in or use another email address', { cause });
  }
}

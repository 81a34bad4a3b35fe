import { AppError } from '#common/errors.ts';
import type { SignUp } from '#common/users/user.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { hashPassword } from './password.ts';
import { toUserRecord, UserModel } from './user-model.ts';
import type { UserRecord } from './user-record.ts';

const isEasyToGuess = (password: string, email: string): boolean => {
  const guess = password.toLowerCase();
  return COMMON_PASSWORDS.has(guess) || guess === email || guess === email.split('@')[0];
};

/** Creates a rider. Throws EMAIL_TAKEN, and INVALID_REQUEST for a password that a guesser tries first. */
export async function signUp({ name, email, password, phone }: SignUp): Promise<UserRecord> {
  if (isEasyToGuess(password, email)) {
    throw fieldRefusal('password', 'That password is easy to guess. Please choose another.');
  }
  const passwordHash = await hashPassword(password);
  try {
    const user = await UserModel.create({ name, email, passwordHash, role: 'rider', phone: phone || null });
    return toUserRecord(user);
  } catch (cause) {
    if (!isDuplicateKey(cause)) throw cause;
    throw new AppError('EMAIL_TAKEN', 'Please sign in or use another email address', { cause });
  }
}

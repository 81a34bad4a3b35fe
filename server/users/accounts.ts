import { AppError } from '#common/errors.ts';
import type { Role, Session, SignIn, SignUp, User } from '#common/users/user.ts';
import { env } from '../env.ts';
import type { Slots } from '../http/session.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import type { AdmittedAttempt } from './brute-force-guard.ts';
import { customerTermsOf } from './customers.ts';
import { isFactorMissing } from './factors.ts';
import { hashPassword, isPassword } from './password.ts';
import { checkNewPassword } from './password-rules.ts';
import { toUserRecord, type UserDoc, UserModel, type UserRecord } from './user-model.ts';

/**
 * Creates a rider.
 *
 * @throws AppError EMAIL_TAKEN
 * @throws AppError INVALID_REQUEST for a commonly guessed password
 */
export async function signUp({ name, email, password, phone }: SignUp): Promise<UserRecord> {
  checkNewPassword(password, { name, email });
  const passwordHash = await hashPassword(password);
  try {
    const rider = { name, email, role: 'rider', phone: phone || null } as const;
    const user = await UserModel.create({ ...rider, passwordHash, ...customerTermsOf(rider) });
    return toUserRecord(user);
  } catch (cause) {
    if (!isDuplicateKey(cause)) throw cause;
    throw new AppError('EMAIL_TAKEN', 'Please sign in or use another email address', { cause });
  }
}

/**
 * Signs in the user with this email and password. If the password was replaced or the account disabled or
 * deleted meanwhile, the new session is closed again: `endSessionsOf` may have run before it existed.
 *
 * @param attempt receives the outcome of the password check
 * @returns what `session.open` returned
 * @throws AppError INVALID_CREDENTIALS, with the same message and the same work for an unknown email and a
 * wrong password
 */
export async function signIn<Opened>(
  { email, password }: SignIn,
  attempt: AdmittedAttempt,
  session: SessionOpener<Opened>,
): Promise<Opened> {
  const doc = await UserModel.findOne({ email }).lean<UserDoc>();
  const isRight = await isPassword(password, doc?.passwordHash ?? undefined).catch(async (error) => {
    await attempt.cancel();
    throw error;
  });
  if (!doc || !isRight || doc.disabledAt) {
    await attempt.failed();
    throw wrongCredentials();
  }
  await attempt.succeeded();
  const opened = await session.open(toUserRecord(doc), doc.passwordHash);
  const { _id, passwordHash } = doc;
  if (await UserModel.exists({ _id, passwordHash, disabledAt: null })) return opened;
  await session.close();
  throw wrongCredentials();
}

interface SessionOpener<Opened> {
  /** @param passwordHash the hash that the submitted password matched */
  open: (user: UserRecord, passwordHash: string | null) => Promise<Opened>;
  close: () => Promise<void>;
}

const wrongCredentials = () => new AppError('INVALID_CREDENTIALS', 'Email or password is incorrect');

/** Returns the user with this id, or null. */
export async function findUser(userId: string): Promise<UserRecord | null> {
  const doc = await UserModel.findById(userId).lean<UserDoc>();
  return doc && toUserRecord(doc);
}

/** Returns the users with these lower-case addresses. */
export async function findUsersByEmail(emails: readonly string[]): Promise<UserRecord[]> {
  const docs = await UserModel.find({ email: { $in: emails } }).lean<UserDoc[]>();
  return docs.map(toUserRecord);
}

/** Whether any enabled account has this role, including invited ones. */
export const hasUserWithRole = async (role: Role): Promise<boolean> =>
  (await UserModel.exists({ role, disabledAt: null })) !== null;

/** Returns the user with this email address, or null. */
export async function findUserByEmail(email: string): Promise<UserRecord | null> {
  const doc = await UserModel.findOne({ email: email.toLowerCase() }).lean<UserDoc>();
  return doc && toUserRecord(doc);
}

/** Returns the users with these ids. */
export async function findUsers(userIds: readonly string[]): Promise<UserRecord[]> {
  const docs = await UserModel.find({ _id: { $in: userIds } }).lean<UserDoc[]>();
  return docs.map(toUserRecord);
}

/** Returns the signed-in user of each session slot. */
export async function presentSession({ riderId, driverId, staffId }: Slots): Promise<Session> {
  const [rider, driver, staff] = await Promise.all([riderId, driverId, staffId].map(presentSlot));
  const isBare = staff && (await isFactorMissing({ ...staff, email: staff.username }));
  return {
    rider: rider ?? null,
    driver: driver ?? null,
    staff: staff ?? null,
    demo: env.DEMO_MODE,
    ...(isBare && { staffNeedsFactor: true }),
  };
}

const presentSlot = async (userId: string | undefined): Promise<User | null> => {
  const user = userId ? await UserModel.findOne({ _id: userId, disabledAt: null }).lean<UserDoc>() : null;
  return user && presentUser(toUserRecord(user));
};

/** Formats a user for their own browser. */
const presentUser = ({ id, email, role, name, phone, emailConfirmedAt }: UserRecord): User => ({
  id,
  username: email,
  role,
  name,
  phone,
  isEmailConfirmed: emailConfirmedAt !== null,
});

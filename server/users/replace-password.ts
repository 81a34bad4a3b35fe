import { env } from '../env.ts';
import { endSessionsOf } from '../http/user-sessions.ts';
import { databaseClock } from '../infra/database-clock.ts';
import type { EmailContent } from '../mail/email-content.ts';
import { notifyOfChange } from '../mail/notify-of-change.ts';
import { InvitationModel } from './invitation-model.ts';
import { hashPassword } from './password.ts';
import { checkNewPassword } from './password-rules.ts';
import { removeUnprovenFactors } from './reset-factors.ts';
import { toUserRecord, type UserDoc, UserModel, type UserRecord } from './user-model.ts';

interface ReplaceOptions {
  /** The session to keep, if any. */
  ownSessionId?: string;
  /** Set when the password is chosen through a mailed link, which also confirms the address. */
  isByMail?: true;
  /** Revokes credentials of the account that work without a session. */
  endTokens?: (user: UserRecord) => Promise<unknown>;
}

/**
 * Replaces the password that `user` was read with, spends open invitations and notifies the owner by mail.
 * Sessions and tokens end before the update, so that none outlives a crash in between, and again after it,
 * for sign-ins with the old password meanwhile. When a rider's mailed link is the first proof that they own
 * the address, passkeys and authenticator app are removed at both points too: another person may have signed
 * up with the address.
 *
 * @returns false when the password or address changed meanwhile, or the account was disabled; nothing is
 * replaced then
 * @throws AppError INVALID_REQUEST for a commonly guessed password
 */
export async function replacePassword(
  user: UserDoc,
  password: string,
  { ownSessionId, isByMail, endTokens }: ReplaceOptions = {},
): Promise<boolean> {
  checkNewPassword(password, user);
  const passwordHash = await hashPassword(password);
  const userId = user._id.toHexString();
  const passwordChangedAt = databaseClock.now();
  // Drivers and staff are invited by mail, and have proven the address by accepting.
  const isFirstProof = isByMail && user.role === 'rider' && !user.emailConfirmedAt;
  const endAccess = async () => {
    await endSessionsOf(userId, ownSessionId);
    await endTokens?.(toUserRecord(user));
  };

  await endAccess();
  if (isFirstProof) await removeUnprovenFactors(userId);
  const changed = {
    passwordHash,
    passwordChangedAt,
    ...(isByMail && { emailConfirmedAt: user.emailConfirmedAt ?? passwordChangedAt }),
  };
  const { modifiedCount } = await notifyOfChange(
    { template: 'password-changed', aboutId: userId, whats: [passwordChangedAt.toISOString()] },
    () =>
      UserModel.updateOne(
        { _id: user._id, email: user.email, passwordHash: user.passwordHash, disabledAt: null },
        { $set: changed },
      ),
  );
  if (modifiedCount === 0) return false;
  await InvitationModel.updateMany(
    { userId: user._id, spentAt: null },
    { $set: { spentAt: databaseClock.now() } },
  );
  await endAccess();
  if (isFirstProof) await removeUnprovenFactors(userId);
  return true;
}

/** Returns the URL for requesting a reset link or, with a token, for using one. */
export const resetPage = (token?: string): string =>
  new URL(token ? `/reset-password#${token}` : '/reset-password', env.PUBLIC_URL).href;

/** Paragraph for drivers in mails about passwords. */
export const TOKENS_END = {
  kind: 'text',
  text: 'A new password also ends your calendar address and your tracking app identifier. You can get new ones where you got these.',
} as const;

/**
 * Composes the notice that the password was changed.
 *
 * @param what when it was changed (ISO 8601); null is returned when that change was not made, or a newer one
 * followed
 */
export async function composePasswordChangedEmail(
  userId: string,
  what?: string,
): Promise<EmailContent | null> {
  const user = await UserModel.findById(userId).lean<UserDoc>();
  if (!user || user.passwordChangedAt?.toISOString() !== what) return null;
  return {
    to: user.email,
    subject: 'Your password was changed',
    title: 'Your password was changed',
    parts: [
      {
        kind: 'text',
        text: 'The password of your Marquee account was changed, and all other browsers were signed out.',
      },
      ...(user.role === 'driver' ? [TOKENS_END] : []),
      {
        kind: 'text',
        text: 'If that was not you, choose a new one now. Only someone who reads this mailbox can.',
      },
      { kind: 'link', label: 'Choose a new password', href: resetPage() },
    ],
  };
}

import { env } from '../env.ts';
import { endSessionsOf } from '../http/user-sessions.ts';
import { databaseClock } from '../infra/database-clock.ts';
import type { EmailContent } from '../mail/email-content.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import { InvitationModel } from './invitation-model.ts';
import { hashPassword } from './password.ts';
import { checkNewPassword } from './password-rules.ts';
import { removeUnprovenFactors } from './reset-factors.ts';
import { toUserRecord, type UserDoc, UserModel, type UserRecord } from './user-model.ts';

interface ReplaceOptions {
  /** The session that stays, if any. */
  ownSessionId?: string;
  /** Whether it is chosen by a link that was mailed to the account's address, which confirms that. */
  isByMail?: true;
  /** Ends what else stands for the account without being signed in. */
  endTokens?: (user: UserRecord) => Promise<unknown>;
}

/** Time in which a change that was announced takes place. */
const MAIL_DELAY_MS = 3_000;

/**
 * Replaces the password that `user` was read with, ends the account's sessions on every node and tells the owner by mail. Sessions and tokens end
 * before, so that none outlives a crash in between, and after, for who signed in with the old one meanwhile. Open invitations
 * are spent. Where it first shows that a rider reads the address, passkeys and app go too, before and after for the same reasons: who
 * had signed up with it may have been somebody else.
 *
 * @returns false when another password or address was set meanwhile, and this one was not
 * @throws INVALID_REQUEST for a password that guessing starts with
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
  // Others are invited, and have shown it by that.
  const isFirstProof = isByMail && user.role === 'rider' && !user.emailConfirmedAt;
  const endAccess = async () => {
    await endSessionsOf(userId, ownSessionId);
    await endTokens?.(toUserRecord(user));
  };

  await endAccess();
  if (isFirstProof) await removeUnprovenFactors(userId);
  await enqueueEmail('password-changed', userId, {
    what: passwordChangedAt.toISOString(),
    dueAt: new Date(passwordChangedAt.getTime() + MAIL_DELAY_MS),
  });
  const { modifiedCount } = await UserModel.updateOne(
    { _id: user._id, email: user.email, passwordHash: user.passwordHash, disabledAt: null },
    {
      $set: {
        passwordHash,
        passwordChangedAt,
        ...(isByMail && { emailConfirmedAt: user.emailConfirmedAt ?? passwordChangedAt }),
      },
    },
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

/** The page on which a link to a new password is asked for, and on which it is used. */
export const resetPage = (token?: string): string =>
  new URL(token ? `/reset-password#${token}` : '/reset-password', env.PUBLIC_URL).href;

/** What mails about a password say to drivers. */
export const TOKENS_END = {
  kind: 'text',
  text: 'A new password also ends the address of your calendar and the identifier of your tracking app. You can make new ones where you made these.',
} as const;

/**
 * Tells an account's owner that its password was changed.
 *
 * @param what when that was; null is returned where it did not happen, or another change has come since
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
      { kind: 'text', text: 'If that was not you, choose a new one now: only who reads this mailbox can.' },
      { kind: 'link', label: 'Choose a new password', href: resetPage() },
    ],
  };
}

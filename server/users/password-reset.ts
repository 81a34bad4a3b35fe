import { AppError } from '#common/errors.ts';
import { RESET_LINK_LASTS } from '#common/users/link-lifetimes.ts';
import { deriveLinkToken, idInLinkToken, isLinkToken } from '../crypto/link-token.ts';
import { createLimit } from '../http/create-limit.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import type { EmailContent } from '../mail/email-content.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import { type AccountLinkDoc, AccountLinkModel } from './account-link-model.ts';
import { composeInvitationOfRider } from './invitations.ts';
import { replacePassword, resetPage, TOKENS_END } from './replace-password.ts';
import { toUserRecord, type UserDoc, UserModel, type UserRecord } from './user-model.ts';

/**
 * Limits reset links per address, from any client. The window is half of a link's lifetime and earlier links
 * stay valid: even when others use up the limit, the owner has received a valid link.
 */
const linksToAddress = createLimit({ name: 'password-reset-links', times: 5, windowSeconds: 1_800 });

/**
 * Mails a link for choosing a new password. Whether an account exists is only checked when the mail is
 * composed, so that neither the response nor its duration reveals it.
 */
export async function requestPasswordReset(email: string): Promise<void> {
  if (!(await isWithinLimit(email))) return;
  const _id = newObjectId();
  await AccountLinkModel.create({
    _id,
    email,
    expiresAt: new Date(databaseClock.nowMs() + RESET_LINK_LASTS.ms),
  });
  await enqueueEmail('password-reset', _id.toHexString());
}

/**
 * Whether another link may be sent to this address.
 *
 * @throws AppError UNAVAILABLE when Redis is unavailable
 */
const isWithinLimit = (email: string): Promise<boolean> =>
  linksToAddress.count(email).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return false;
      throw error;
    },
  );

/** Returns the account that a reset token is for. @throws AppError LINK_SPENT */
export const openPasswordReset = async (token: string): Promise<UserRecord> =>
  toUserRecord(await findByToken(token));

interface ResetOptions {
  authorize: (user: UserRecord) => Promise<void>;
  endTokens: (user: UserRecord) => Promise<unknown>;
}

/**
 * Sets a new password by a link's token. The token is bound to the hash of the present password, so it works
 * once, and becomes invalid when the password changes otherwise. Of two concurrent calls only one succeeds.
 *
 * @param options.authorize throws to refuse the sign-in before the link is spent
 * @param options.endTokens revokes credentials that work without a session
 * @throws AppError LINK_SPENT
 * @throws AppError INVALID_REQUEST for a commonly guessed password
 * @throws what `authorize` throws
 */
export async function resetPassword(
  token: string,
  password: string,
  { authorize, endTokens }: ResetOptions,
): Promise<UserRecord> {
  const user = await findByToken(token);
  await authorize(toUserRecord(user));
  if (!(await replacePassword(user, password, { isByMail: true, endTokens }))) throw spentRefusal();
  return toUserRecord(user);
}

const PURPOSE = 'password-reset';

/** Returns the account with this address if it is enabled and has a password. */
const findOwner = (email: string): Promise<UserDoc | null> =>
  UserModel.findOne({ email, disabledAt: null, passwordHash: { $ne: null } }).lean<UserDoc>();

async function findByToken(token: string): Promise<UserDoc> {
  const id = idInLinkToken(token);
  const link = id ? await AccountLinkModel.findById(id).lean<AccountLinkDoc>() : null;
  const user = link && link.expiresAt.getTime() > databaseClock.nowMs() ? await findOwner(link.email) : null;
  if (!user || !isLinkToken(token, PURPOSE, tokenBinding(user))) throw spentRefusal();
  return user;
}

const tokenBinding = ({ _id, passwordHash }: UserDoc): string => `${_id.toHexString()}:${passwordHash}`;

const spentRefusal = () =>
  new AppError(
    'LINK_SPENT',
    `This link was used, or is older than ${RESET_LINK_LASTS.age}. Please ask for a new one.`,
  );

/**
 * Composes the mail with the reset link, or with an invitation for a rider who has no password yet. For any
 * other address, returns null and deletes the link, so that the address is not kept.
 */
export async function composePasswordResetEmail(linkId: string): Promise<EmailContent | null> {
  const link = await AccountLinkModel.findById(linkId).lean<AccountLinkDoc>();
  if (!link || link.expiresAt.getTime() <= databaseClock.nowMs()) return null;
  const user = await findOwner(link.email);
  if (!user) {
    const invitation = await composeInvitationOfRider(link.email);
    if (!invitation) await AccountLinkModel.deleteOne({ _id: link._id });
    return invitation;
  }
  return {
    to: user.email,
    subject: 'Choose a new password',
    title: 'Choose a new password',
    parts: [
      { kind: 'text', text: 'Someone asked for a new password for your Marquee account.' },
      {
        kind: 'link',
        label: 'Choose a new password',
        href: resetPage(deriveLinkToken(PURPOSE, linkId, tokenBinding(user))),
      },
      {
        kind: 'text',
        text: `The link works once, for ${RESET_LINK_LASTS.text}. If it was not you, ignore it: nothing changes without it.`,
      },
      ...(user.role === 'driver' ? [TOKENS_END] : []),
    ],
  };
}

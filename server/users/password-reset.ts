import { AppError } from '#common/errors.ts';
import { deriveLinkToken, isLinkToken, namedByLinkToken } from '../crypto/link-token.ts';
import { createLimit } from '../http/create-limit.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import type { EmailContent } from '../mail/email-content.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import { type AccountLinkDoc, AccountLinkModel } from './account-link-model.ts';
import { composeInvitationOfRider } from './invitations.ts';
import { replacePassword, resetPage, TOKENS_END } from './replace-password.ts';
import { toUserRecord, type UserDoc, UserModel, type UserRecord } from './user-model.ts';

const LASTS_MS = 3_600_000;

/**
 * Links to one address, from anywhere. Half as long as a link lasts, and earlier links go on working: when others have
 * asked for all of them, their owner has one that works.
 */
const linksToAddress = createLimit({ name: 'password-reset-links', times: 5, windowSeconds: 1_800 });

/**
 * Mails a link with which to choose a new password. Whether there is an account is not looked at before the mail is
 * composed: neither answer nor duration tell.
 */
export async function askPasswordReset(email: string): Promise<void> {
  if (!(await isWithinLimit(email))) return;
  const _id = newObjectId();
  await AccountLinkModel.create({ _id, email, expiresAt: new Date(databaseClock.nowMs() + LASTS_MS) });
  await enqueueEmail('password-reset', _id.toHexString());
}

/** @throws UNAVAILABLE when Redis cannot count */
const isWithinLimit = (email: string): Promise<boolean> =>
  linksToAddress.count(email).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return false;
      throw error;
    },
  );

/** Whose password a link's token resets. @throws LINK_SPENT */
export const openPasswordReset = async (token: string): Promise<UserRecord> =>
  toUserRecord(await findByToken(token));

interface ResetOptions {
  authorize: (user: UserRecord) => Promise<void>;
  endTokens: (user: UserRecord) => Promise<unknown>;
}

/**
 * Sets a new password by a link's token. The token is bound to the password that it replaces: it works once, and not at all once
 * another was set. Of two at the same instant, one sets it.
 *
 * @param options.authorize refuses to sign its owner in, before the link is spent
 * @param options.endTokens ends what stands for its owner without being signed in
 * @throws LINK_SPENT, INVALID_REQUEST for a password that guessing starts with, what `authorize` throws
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

/** The account with an address, if it can be signed in to: by password, and not disabled. */
const findOwner = (email: string): Promise<UserDoc | null> =>
  UserModel.findOne({ email, disabledAt: null, passwordHash: { $ne: null } }).lean<UserDoc>();

async function findByToken(token: string): Promise<UserDoc> {
  const id = namedByLinkToken(token);
  const link = id ? await AccountLinkModel.findById(id).lean<AccountLinkDoc>() : null;
  const user = link && link.expiresAt.getTime() > databaseClock.nowMs() ? await findOwner(link.email) : null;
  if (!user || !isLinkToken(token, PURPOSE, boundOf(user))) throw spentRefusal();
  return user;
}

const boundOf = ({ _id, passwordHash }: UserDoc): string => `${_id.toHexString()}:${passwordHash}`;

const spentRefusal = () =>
  new AppError('LINK_SPENT', 'This link was used, or is older than an hour. Please ask for a new one.');

/**
 * The mail with the link, or with an invitation for a rider who has no password yet; null where neither can be, and the address is not
 * kept then.
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
      { kind: 'text', text: 'Somebody asked for a new password to your Marquee account.' },
      {
        kind: 'link',
        label: 'Choose a new password',
        href: resetPage(deriveLinkToken(PURPOSE, linkId, boundOf(user))),
      },
      {
        kind: 'text',
        text: 'The link works once, for one hour. If it was not you, ignore it: nothing changes without it.',
      },
      ...(user.role === 'driver' ? [TOKENS_END] : []),
    ],
  };
}

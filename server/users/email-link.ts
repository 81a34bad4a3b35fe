import { AppError } from '#common/errors.ts';
import type { EmailLink, OpenedEmailLink } from '#common/users/account.ts';
import { EMAIL_LINK_LASTS } from '#common/users/link-lifetimes.ts';
import { deriveLinkToken, idInLinkToken, isLinkToken } from '../crypto/link-token.ts';
import { env } from '../env.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { createLimit } from '../http/create-limit.ts';
import { type Slots, slotOf } from '../http/session.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { type AccountLinkDoc, AccountLinkModel } from './account-link-model.ts';
import { isPassword } from './password.ts';
import { toUserRecord, type UserDoc, UserModel, type UserRecord } from './user-model.ts';

const PURPOSE = 'email-link';

/** A valid link that confirms or changes an address, and the account concerned. */
export interface OpenEmailLink {
  link: AccountLinkDoc;
  user: UserDoc;
}

/**
 * The account state that the token is bound to; any change invalidates it. A confirmation link is bound to
 * the address and its confirmation. A change link is bound to the address and the password, so that the owner
 * can stop a thief's change by choosing a new password.
 */
const tokenBinding = ({ link, user }: OpenEmailLink): string =>
  link.change
    ? ['change', user._id.toHexString(), user.email, link.email, user.passwordHash].join(':')
    : ['confirm', user._id.toHexString(), user.email, user.emailConfirmedAt?.toISOString() ?? ''].join(':');

/** Returns the URL of the page that opens the link. */
export const emailLinkPage = (open: OpenEmailLink): string => {
  const token = deriveLinkToken(PURPOSE, open.link._id.toHexString(), tokenBinding(open));
  return new URL(`/confirm-email#${token}`, env.PUBLIC_URL).href;
};

/**
 * Returns the link with this id and its account. Null when the link has expired, the account no longer has
 * the address, or (for a change) its password was changed after the request.
 */
export async function findEmailLink(linkId: string): Promise<OpenEmailLink | null> {
  const link = await AccountLinkModel.findById(linkId).lean<AccountLinkDoc>();
  if (!link || link.expiresAt.getTime() <= databaseClock.nowMs()) return null;
  const { email, change } = link;
  const whose = change ? { _id: change.userId, email: change.formerEmail } : { email };
  const user = await UserModel.findOne({ ...whose, disabledAt: null }).lean<UserDoc>();
  if (!user || (change && hasNewPassword(user, link))) return null;
  return { link, user };
}

/**
 * Whether the password changed after the link was requested. Needed because a mail composed after the change
 * is bound to the new password.
 */
const hasNewPassword = ({ passwordChangedAt }: UserDoc, { expiresAt }: AccountLinkDoc): boolean =>
  (passwordChangedAt?.getTime() ?? 0) > expiresAt.getTime() - EMAIL_LINK_LASTS.ms;

/** Verifies a link's token and returns the link with its account. @throws AppError LINK_SPENT */
export async function openEmailLink(token: string): Promise<OpenEmailLink> {
  const id = idInLinkToken(token);
  const open = id ? await findEmailLink(id) : null;
  if (!open || !isLinkToken(token, PURPOSE, tokenBinding(open))) throw emailLinkSpent();
  return open;
}

const isSignedInTo = ({ _id, role }: UserDoc, slots: Slots): boolean =>
  slots[slotOf(role)] === _id.toHexString();

/** Limits password attempts per account through email links. */
const guesses = createLimit({ name: 'email-link-password', times: 10, windowSeconds: 900 });

/**
 * Authorizes the use of a link: the user must be signed in to the account or give its password. Access to the
 * mailbox is not enough: if another person signed up with the address, confirming it would make that person's
 * password, passkeys and app those of a confirmed account.
 *
 * @returns the owner of the account
 * @throws AppError INVALID_REQUEST for a missing or wrong password
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function authorizeEmailLink(
  { user }: OpenEmailLink,
  { slots, password }: { slots: Slots; password: string | undefined },
): Promise<UserRecord> {
  if (isSignedInTo(user, slots)) return toUserRecord(user);
  if (!password) throw fieldRefusal('password', 'Please enter the password of this account.');
  await guesses.count(user._id.toHexString());
  if (await isPassword(password, user.passwordHash ?? undefined)) return toUserRecord(user);
  throw fieldRefusal('password', 'That is not the password of this account.');
}

/** Formats the address that a link is about, and whether it changes it. */
export const presentEmailLink = ({ link: { email, change } }: OpenEmailLink): EmailLink => ({
  email,
  isChange: change !== undefined,
});

/** Formats a link for its opener, with whether it requires the account's password. */
export const presentOpenedEmailLink = (open: OpenEmailLink, slots: Slots): OpenedEmailLink => ({
  ...presentEmailLink(open),
  ...(!isSignedInTo(open.user, slots) && { needsPassword: true }),
});

export const emailLinkSpent = () =>
  new AppError(
    'LINK_SPENT',
    `This link was used, or is older than ${EMAIL_LINK_LASTS.age}. Please ask for a new one.`,
  );

import { AppError } from '#common/errors.ts';
import type { EmailLink, OpenedEmailLink } from '#common/users/account.ts';
import { deriveLinkToken, isLinkToken, namedByLinkToken } from '../crypto/link-token.ts';
import { env } from '../env.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { createLimit } from '../http/create-limit.ts';
import { type Slots, slotOf } from '../http/session.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { type AccountLinkDoc, AccountLinkModel } from './account-link-model.ts';
import { isPassword } from './password.ts';
import { toUserRecord, type UserDoc, UserModel, type UserRecord } from './user-model.ts';

/** How long a link about an address works, in milliseconds. */
export const EMAIL_LINK_MS = 86_400_000;

const PURPOSE = 'email-link';

/** A link by which an address is confirmed, and the account it is about. */
export interface OpenEmailLink {
  link: AccountLinkDoc;
  user: UserDoc;
}

/**
 * What a link about an address stops working with. One that confirms: another address, and a confirmation. One that changes
 * the address: another address, and another password, by which its owner stops what a thief began.
 */
const boundOf = ({ link, user }: OpenEmailLink): string =>
  link.change
    ? ['change', user._id.toHexString(), user.email, link.email, user.passwordHash].join(':')
    : ['confirm', user._id.toHexString(), user.email, user.emailConfirmedAt?.toISOString() ?? ''].join(':');

/** The page that a link about an address leads to. */
export const emailLinkPage = (open: OpenEmailLink): string => {
  const token = deriveLinkToken(PURPOSE, open.link._id.toHexString(), boundOf(open));
  return new URL(`/confirm-email#${token}`, env.PUBLIC_URL).href;
};

/**
 * The link with this id and its account; null where it is too old, is about an address that is the account's no more, or would change
 * one whose password is another since.
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

/** Whether an account has another password than when a link was asked for, whose mail may be on its way still. */
const hasNewPassword = ({ passwordChangedAt }: UserDoc, { expiresAt }: AccountLinkDoc): boolean =>
  (passwordChangedAt?.getTime() ?? 0) > expiresAt.getTime() - EMAIL_LINK_MS;

/** @throws LINK_SPENT */
export async function openEmailLink(token: string): Promise<OpenEmailLink> {
  const id = namedByLinkToken(token);
  const open = id ? await findEmailLink(id) : null;
  if (!open || !isLinkToken(token, PURPOSE, boundOf(open))) throw emailLinkSpent();
  return open;
}

const isSignedInTo = ({ _id, role }: UserDoc, slots: Slots): boolean =>
  slots[slotOf(role)] === _id.toHexString();

/** Guesses at the password of one account by links that were mailed about it. */
const guesses = createLimit({ name: 'email-link-password', times: 10, windowSeconds: 900 });

/**
 * Authorizes using a link: who does it is signed in to the account, or knows its password. A mailbox alone is not enough: its owner would
 * confirm what another person has signed up with that address, whose password, passkeys and app would be those of a confirmed account.
 *
 * @returns whose it is
 * @throws INVALID_REQUEST without the password or with a wrong one, TOO_MANY_REQUESTS
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

/** What a link does. */
export const presentEmailLink = ({ link: { email, change } }: OpenEmailLink): EmailLink => ({
  email,
  isChange: change !== undefined,
});

/** What a link does and takes, for who opened it. */
export const presentOpenedEmailLink = (open: OpenEmailLink, slots: Slots): OpenedEmailLink => ({
  ...presentEmailLink(open),
  ...(!isSignedInTo(open.user, slots) && { needsPassword: true }),
});

export const emailLinkSpent = () =>
  new AppError('LINK_SPENT', 'This link was used, or is older than a day. Please ask for a new one.');

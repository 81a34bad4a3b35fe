import { AppError } from '#common/errors.ts';
import type { EmailLink } from '#common/users/account.ts';
import { deriveLinkToken, isLinkToken, namedByLinkToken } from '../crypto/link-token.ts';
import { env } from '../env.ts';
import { type AccountLinkDoc, AccountLinkModel } from './account-link-model.ts';
import { type UserDoc, UserModel } from './user-model.ts';

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

/** The link with this id and its account; null where it is too old, or is about an address that is the account's no more. */
export async function findEmailLink(linkId: string): Promise<OpenEmailLink | null> {
  const link = await AccountLinkModel.findById(linkId).lean<AccountLinkDoc>();
  if (!link || link.expiresAt.getTime() <= Date.now()) return null;
  const { email, change } = link;
  const whose = change ? { _id: change.userId, email: change.formerEmail } : { email };
  const user = await UserModel.findOne({ ...whose, disabledAt: null }).lean<UserDoc>();
  return user && { link, user };
}

/** @throws LINK_SPENT */
export async function openEmailLink(token: string): Promise<OpenEmailLink> {
  const id = namedByLinkToken(token);
  const open = id ? await findEmailLink(id) : null;
  if (!open || !isLinkToken(token, PURPOSE, boundOf(open))) throw emailLinkSpent();
  return open;
}

/** What a link does, for who opened it. */
export const presentEmailLink = ({ email, change }: AccountLinkDoc): EmailLink => ({
  email,
  isChange: change !== undefined,
});

export const emailLinkSpent = () =>
  new AppError('LINK_SPENT', 'This link was used, or is older than a day. Please ask for a new one.');

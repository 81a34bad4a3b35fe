import { AppError } from '#common/errors.ts';
import { EMAIL_LINK_LASTS } from '#common/users/link-lifetimes.ts';
import type { Role } from '#common/users/user.ts';
import { createLimit } from '../http/create-limit.ts';
import type { Slots } from '../http/session.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import type { EmailContent } from '../mail/email-content.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import { AccountLinkModel } from './account-link-model.ts';
import { findUser } from './accounts.ts';
import { emailLinkPage, emailLinkSpent, findEmailLink, type OpenEmailLink } from './email-link.ts';
import { findOwnAccount } from './own-account.ts';
import { resetPage } from './replace-password.ts';
import { toUserRecord, type UserDoc, UserModel, type UserRecord } from './user-model.ts';

/** Limits confirmation links per address, from any client. Earlier links stay valid. */
const linksToAddress = createLimit({ name: 'email-confirmation-links', times: 5, windowSeconds: 1_800 });

/** Mails a confirmation link to the address of a new account. */
export async function mailConfirmation({ email }: Pick<UserRecord, 'email'>): Promise<void> {
  const _id = newObjectId();
  await AccountLinkModel.create({
    _id,
    email,
    expiresAt: new Date(databaseClock.nowMs() + EMAIL_LINK_LASTS.ms),
  });
  await enqueueEmail('email-confirmation', _id.toHexString());
}

/**
 * Mails a confirmation link to the account signed in with this role, unless its address is confirmed.
 *
 * @throws AppError FORBIDDEN when nobody is signed in with this role
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function requestEmailConfirmation(user: Slots, role: Role): Promise<void> {
  const account = await findOwnAccount(user, role);
  if (account.emailConfirmedAt) return;
  await linksToAddress.count(account.email);
  await mailConfirmation(account);
}

/**
 * Confirms the address of an account by a link that was mailed to it.
 *
 * @throws AppError LINK_SPENT, also when the password changed meanwhile
 */
export async function confirmEmail({ user }: OpenEmailLink): Promise<UserRecord> {
  const { _id, email, passwordHash } = user;
  const confirmed = { emailConfirmedAt: databaseClock.now() };
  const { modifiedCount } = await UserModel.updateOne(
    { _id, email, passwordHash, emailConfirmedAt: null, disabledAt: null },
    { $set: confirmed },
  );
  if (modifiedCount === 0) throw emailLinkSpent();
  return toUserRecord({ ...user, ...confirmed });
}

/**
 * Refuses actions that require a confirmed address because throwaway accounts would abuse them.
 *
 * @param path the request field that the issue refers to, if any
 * @throws AppError EMAIL_NOT_CONFIRMED
 */
export async function requireConfirmedEmail(riderId: string, path?: string): Promise<void> {
  const rider = await findUser(riderId);
  if (!rider || rider.emailConfirmedAt) return;
  const message = `Please confirm your email address first, with the link we emailed to ${rider.email}.`;
  throw new AppError('EMAIL_NOT_CONFIRMED', message, path ? { issues: [{ path, message }] } : {});
}

/** Composes the mail with the link. Null when the address is already confirmed or has no account any more. */
export async function composeConfirmationEmail(linkId: string): Promise<EmailContent | null> {
  const open = await findEmailLink(linkId);
  if (!open || isConfirmed(open.user)) return null;
  return {
    to: open.user.email,
    subject: 'Confirm your email address',
    title: 'Confirm your email address',
    parts: [
      { kind: 'text', text: 'Someone opened a Marquee account with this address.' },
      { kind: 'link', label: 'Confirm this address', href: emailLinkPage(open) },
      {
        kind: 'text',
        text: `The link works once, for ${EMAIL_LINK_LASTS.text}. Once the address is confirmed, promo codes and trip sharing work, and emails about rides have all the details.`,
      },
      {
        kind: 'text',
        text: 'If you are not signed in, it asks for the password the account was opened with. If it was not you, ignore this email: nothing is confirmed. To keep the account for yourself, choose a new password: that signs out everyone else and removes what they signed in with.',
      },
      { kind: 'link', label: 'Choose a new password', href: resetPage() },
    ],
  };
}

const isConfirmed = ({ emailConfirmedAt }: UserDoc): boolean => Boolean(emailConfirmedAt);

import { AppError } from '#common/errors.ts';
import type { ChangeEmail } from '#common/users/account.ts';
import { EMAIL_LINK_LASTS } from '#common/users/link-lifetimes.ts';
import { env } from '../env.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { createLimit } from '../http/create-limit.ts';
import type { Slots } from '../http/session.ts';
import { endSessionsOf } from '../http/user-sessions.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import type { EmailContent } from '../mail/email-content.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import { notifyOfChange } from '../mail/notify-of-change.ts';
import { type AccountLinkDoc, AccountLinkModel } from './account-link-model.ts';
import { emailLinkPage, emailLinkSpent, findEmailLink, type OpenEmailLink } from './email-link.ts';
import { authorizeByPassword, type SignedInAt } from './own-account.ts';
import { resetPage } from './replace-password.ts';
import { MAX_FORMER_EMAILS, toUserRecord, type UserDoc, UserModel, type UserRecord } from './user-model.ts';

/** Limits change requests per account, and links per new address. */
const changesAsked = createLimit({ name: 'email-changes', times: 5, windowSeconds: 1_800 });

/**
 * Mails a confirmation link to the new address and a notice to the present one, after checking the password.
 * Whether the new address already has an account is only checked when the mail is composed, so that neither
 * the response nor its duration reveals it.
 *
 * @throws AppError INVALID_REQUEST for a wrong password or the present address
 * @throws AppError FORBIDDEN
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function requestEmailChange(
  user: Slots,
  { role, currentPassword, email }: ChangeEmail,
  signedInAt: SignedInAt,
): Promise<UserRecord> {
  const account = await authorizeByPassword(user, { role, currentPassword }, signedInAt);
  if (email === account.email) throw fieldRefusal('email', 'That is your current address.');
  await changesAsked.count(`account ${account._id.toHexString()}`);
  await changesAsked.count(`address ${email}`);

  const _id = newObjectId();
  await AccountLinkModel.create({
    _id,
    email,
    expiresAt: new Date(databaseClock.nowMs() + EMAIL_LINK_LASTS.ms),
    change: { userId: account._id, formerEmail: account.email },
  });
  await enqueueEmail('email-change-asked', _id.toHexString());
  await enqueueEmail('email-change', _id.toHexString());
  return toUserRecord(account);
}

/**
 * Changes an account's address to the one that the link was mailed to, and notifies both addresses. Ends the
 * account's sessions before the change, so that none outlives a crash in between, and after it, for sessions
 * opened meanwhile.
 *
 * @param ownSessionId the session to keep, if it belongs to the account
 * @throws AppError LINK_SPENT when the address or password changed meanwhile
 * @throws AppError EMAIL_TAKEN when another account has the address
 */
export async function changeEmail({ link, user }: OpenEmailLink, ownSessionId: string): Promise<UserRecord> {
  const [userId, linkId] = [user._id.toHexString(), link._id.toHexString()];
  if (await UserModel.exists({ email: link.email })) throw taken();

  await endSessionsOf(userId, ownSessionId);
  const changed = { email: link.email, emailConfirmedAt: databaseClock.now() };
  const isMade = await notifyOfChange(
    { template: 'email-changed', aboutId: linkId, whats: NOTIFIED },
    async () => (await writeChange(user, changed)) || changeConfirmed(user, changed),
  );
  if (!isMade) throw emailLinkSpent();
  await AccountLinkModel.updateOne({ _id: link._id }, { $set: { 'change.isMade': true } });
  await endSessionsOf(userId, ownSessionId);
  return toUserRecord({ ...user, ...changed });
}

interface NewAddress {
  email: string;
  emailConfirmedAt: Date;
}

/**
 * Changes the address in one guarded update. A confirmed former address is kept with the account, as are the
 * records written under it. The guard on `emailConfirmedAt` detects a concurrent change or confirmation of
 * the address.
 *
 * @returns false when the account was changed or disabled meanwhile
 * @throws AppError EMAIL_TAKEN
 */
async function writeChange(user: UserDoc, changed: NewAddress): Promise<boolean> {
  const { _id, email, passwordHash, formerEmails = [] } = user;
  const confirmedAt = user.emailConfirmedAt ?? null;
  const former = confirmedAt && { email, confirmedAt, until: changed.emailConfirmedAt };
  const kept = former && [...formerEmails, former].slice(-MAX_FORMER_EMAILS);
  const { modifiedCount } = await UserModel.updateOne(
    { _id, email, passwordHash, emailConfirmedAt: confirmedAt, disabledAt: null },
    { $set: { ...changed, ...(kept && { formerEmails: kept }) } },
  ).catch((cause: unknown) => {
    throw isDuplicateKey(cause) ? taken(cause) : cause;
  });
  return modifiedCount > 0;
}

/**
 * Retries the change when the present address was confirmed after the account was read: that confirmation
 * does not invalidate the link.
 */
async function changeConfirmed(user: UserDoc, changed: NewAddress): Promise<boolean> {
  const { _id, email, passwordHash, emailConfirmedAt } = user;
  if (emailConfirmedAt) return false;
  const confirmed = { _id, email, passwordHash, emailConfirmedAt: { $ne: null } };
  const now = await UserModel.findOne(confirmed).lean<UserDoc>();
  return now !== null && writeChange(now, changed);
}

/** May reveal that the account exists: the holder of the link reads that mailbox. */
const taken = (cause?: unknown) =>
  new AppError('EMAIL_TAKEN', 'There is already an account with this email address.', { cause });

/**
 * Composes the mail with the link, or a notice when the address already has an account. Null when the link is
 * no longer valid.
 */
export async function composeEmailChangeEmail(linkId: string): Promise<EmailContent | null> {
  const open = await findEmailLink(linkId);
  if (!open) return null;
  const to = open.link.email;
  if (await UserModel.exists({ email: to })) return composeTakenEmail(to);
  return {
    to,
    subject: 'Confirm your new email address',
    title: 'Confirm your new email address',
    parts: [
      { kind: 'text', text: 'Someone wants to sign in to their Marquee account with this address.' },
      { kind: 'link', label: 'Use this address', href: emailLinkPage(open) },
      {
        kind: 'text',
        text: `The link works once, for ${EMAIL_LINK_LASTS.text}, and signs the account out elsewhere. If you are not signed in, it asks for that account’s password. If it was not you, ignore it: nothing changes without it.`,
      },
    ],
  };
}

const composeTakenEmail = (to: string): EmailContent => ({
  to,
  subject: 'You have an account with this address',
  title: 'You have an account with this address',
  parts: [
    {
      kind: 'text',
      text: 'Someone wants to use this address for another Marquee account. It already has one, so nothing changes.',
    },
    {
      kind: 'text',
      text: 'If it was you, sign in with this address, or choose another one. If not, you can ignore this email.',
    },
  ],
});

/**
 * Composes the notice to the present address that a change was requested. Null when the link is no longer
 * valid or the change is made.
 */
export async function composeEmailChangeAskedEmail(linkId: string): Promise<EmailContent | null> {
  const open = await findEmailLink(linkId);
  if (!open) return null;
  return {
    to: open.user.email,
    subject: 'Your email address is about to change',
    title: 'Your email address is about to change',
    parts: [
      {
        kind: 'text',
        text: 'Someone who knows your password asked to use another address for your Marquee account. It changes once the link we emailed there is used.',
      },
      {
        kind: 'text',
        text: 'If that was not you, choose a new password now. It stops the change and signs out everyone else.',
      },
      { kind: 'link', label: 'Choose a new password', href: resetPage() },
    ],
  };
}

/** The addresses that are notified of a completed change. */
const NOTIFIED = ['former', 'new'] as const;

/**
 * Composes the notice to the former or the new address that the address was changed.
 *
 * @param what `former` or `new`; null is returned when the change was not made
 */
export async function composeEmailChangedEmail(linkId: string, what?: string): Promise<EmailContent | null> {
  const link = await AccountLinkModel.findById(linkId).lean<AccountLinkDoc>();
  if (!link?.change) return null;
  const user = await UserModel.findById(link.change.userId).lean<UserDoc>();
  // A process may have died between changing the address and setting `isMade`.
  if (!link.change.isMade && user?.email !== link.email) return null;
  return {
    to: what === 'new' ? link.email : link.change.formerEmail,
    replyTo: { name: 'Marquee', address: env.MAIL_TO },
    subject: 'Your email address was changed',
    title: 'Your email address was changed',
    parts:
      what === 'new'
        ? [
            {
              kind: 'text',
              text: 'You now sign in to your Marquee account with this address, and emails about rides come here.',
            },
            { kind: 'text', text: 'All other browsers were signed out.' },
          ]
        : [
            {
              kind: 'text',
              text: 'Your Marquee account now has another address. This one no longer opens it, and links emailed here no longer work.',
            },
            {
              kind: 'text',
              text: 'If that was not you, reply to this email, and our support team will help you.',
            },
          ],
  };
}

import { AppError } from '#common/errors.ts';
import type { ChangeEmail } from '#common/users/account.ts';
import { env } from '../env.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { createLimit } from '../http/create-limit.ts';
import type { Slots } from '../http/session.ts';
import { endSessionsOf } from '../http/user-sessions.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import type { EmailContent } from '../mail/email-content.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import { type AccountLinkDoc, AccountLinkModel } from './account-link-model.ts';
import {
  EMAIL_LINK_MS,
  emailLinkPage,
  emailLinkSpent,
  findEmailLink,
  type OpenEmailLink,
} from './email-link.ts';
import { authorizeByPassword, type SignedInAt } from './own-account.ts';
import { resetPage } from './replace-password.ts';
import { MAX_FORMER_EMAILS, toUserRecord, type UserDoc, UserModel, type UserRecord } from './user-model.ts';

/** Changes that one account asks for, and links to one new address from anywhere. */
const changesAsked = createLimit({ name: 'email-changes', times: 5, windowSeconds: 1_800 });

/**
 * Mails a link to the new address of who knows the present password, and tells the present one. Whether somebody has an
 * account with the new address is not looked at before that mail is composed: neither answer nor duration tell.
 *
 * @throws INVALID_REQUEST for a wrong password or the present address, FORBIDDEN, TOO_MANY_REQUESTS
 */
export async function askEmailChange(
  user: Slots,
  { role, currentPassword, email }: ChangeEmail,
  signedInAt: SignedInAt,
): Promise<UserRecord> {
  const account = await authorizeByPassword(user, { role, currentPassword }, signedInAt);
  if (email === account.email) throw fieldRefusal('email', 'That is your present address.');
  await changesAsked.count(`account ${account._id.toHexString()}`);
  await changesAsked.count(`address ${email}`);

  const _id = newObjectId();
  await AccountLinkModel.create({
    _id,
    email,
    expiresAt: new Date(databaseClock.nowMs() + EMAIL_LINK_MS),
    change: { userId: account._id, formerEmail: account.email },
  });
  await enqueueEmail('email-change-asked', _id.toHexString());
  await enqueueEmail('email-change', _id.toHexString());
  return toUserRecord(account);
}

/** Time in which a change that was announced takes place. */
const MAIL_DELAY_MS = 3_000;

/**
 * Gives an account the address that a link was mailed to, and ends its sessions: before, so that none outlives a crash in
 * between, and after, for who signed in meanwhile. Both addresses are told.
 *
 * @param ownSessionId of the session that stays, if it is the account's
 * @throws LINK_SPENT when address or password were changed meanwhile, EMAIL_TAKEN when somebody has an account with it
 */
export async function changeEmail({ link, user }: OpenEmailLink, ownSessionId: string): Promise<UserRecord> {
  const [userId, linkId] = [user._id.toHexString(), link._id.toHexString()];
  if (await UserModel.exists({ email: link.email })) throw taken();

  await endSessionsOf(userId, ownSessionId);
  const changed = { email: link.email, emailConfirmedAt: databaseClock.now() };
  const dueAt = new Date(changed.emailConfirmedAt.getTime() + MAIL_DELAY_MS);
  for (const what of TOLD) await enqueueEmail('email-changed', linkId, { what, dueAt });
  const isMade = (await writeChange(user, changed)) || (await changeConfirmed(user, changed));
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
 * The one statement that changes an address. A former one that was confirmed stays with the account, as what was written under it does.
 * It is guarded by when that was: only another change of the address, or its confirmation, changes either.
 *
 * @returns false when the account was changed or disabled meanwhile
 * @throws EMAIL_TAKEN
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

/** The same where the address was confirmed since the account was read: the link works on. */
async function changeConfirmed(user: UserDoc, changed: NewAddress): Promise<boolean> {
  const { _id, email, passwordHash, emailConfirmedAt } = user;
  if (emailConfirmedAt) return false;
  const confirmed = { _id, email, passwordHash, emailConfirmedAt: { $ne: null } };
  const now = await UserModel.findOne(confirmed).lean<UserDoc>();
  return now !== null && writeChange(now, changed);
}

/** Who holds the link reads that mailbox, and may know. */
const taken = (cause?: unknown) =>
  new AppError('EMAIL_TAKEN', 'There is an account with this email address already.', { cause });

/** The mail with the link; to an address that has an account by now, that this is so. Null for a change that is void. */
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
      { kind: 'text', text: 'Somebody wants to sign in to their Marquee account with this address.' },
      { kind: 'link', label: 'Use this address', href: emailLinkPage(open) },
      {
        kind: 'text',
        text: 'The link works once, for 24 hours, and signs the account out elsewhere. Where you are not signed in, it asks for the password of that account. If it was not you, ignore it: nothing changes without it.',
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
      text: 'Somebody wants to use this address for another Marquee account. It has one already, so nothing changes.',
    },
    {
      kind: 'text',
      text: 'If it was you, sign in with this address, or choose another one. If not, you need do nothing.',
    },
  ],
});

/** Tells the present address of an account that another is to take its place; null once that is so, or void. */
export async function composeEmailChangeAskedEmail(linkId: string): Promise<EmailContent | null> {
  const open = await findEmailLink(linkId);
  if (!open) return null;
  return {
    to: open.user.email,
    subject: 'Your email address is to be changed',
    title: 'Your email address is to be changed',
    parts: [
      {
        kind: 'text',
        text: 'Somebody who knows your password asked to use another address for your Marquee account. It changes once the link that we mailed there is used.',
      },
      {
        kind: 'text',
        text: 'If that was not you, choose a new password now: it stops the change, and signs out everybody else.',
      },
      { kind: 'link', label: 'Choose a new password', href: resetPage() },
    ],
  };
}

/** Who is told of a change that was made. */
const TOLD = ['former', 'new'] as const;

/**
 * Tells the former or the new address of an account that it was changed.
 *
 * @param what which of them; null is returned where the change was not made
 */
export async function composeEmailChangedEmail(linkId: string, what?: string): Promise<EmailContent | null> {
  const link = await AccountLinkModel.findById(linkId).lean<AccountLinkDoc>();
  if (!link?.change) return null;
  const user = await UserModel.findById(link.change.userId).lean<UserDoc>();
  // A process may have died between the change and its mark.
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
              text: 'You sign in to your Marquee account with this address now, and mails about rides come here.',
            },
            { kind: 'text', text: 'All other browsers were signed out.' },
          ]
        : [
            {
              kind: 'text',
              text: 'Your Marquee account has another address now. This one does not open it any more, and links that were mailed here no longer work.',
            },
            { kind: 'text', text: 'If that was not you, answer this mail: our support team helps you.' },
          ],
  };
}

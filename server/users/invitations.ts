import { Types } from 'mongoose';
import { AppError } from '#common/errors.ts';
import { INVITATION_LASTS } from '#common/users/link-lifetimes.ts';
import type { Role } from '#common/users/user.ts';
import { digestOf } from '../crypto/digest-of.ts';
import { deriveLinkToken, verifyLinkToken } from '../crypto/link-token.ts';
import { env } from '../env.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import type { EmailContent } from '../mail/email-content.ts';
import { enqueueEmail, findMailOutcome } from '../mail/email-outbox.ts';
import { customerTermsOf } from './customers.ts';
import { type InvitationDoc, InvitationModel } from './invitation-model.ts';
import { hashPassword } from './password.ts';
import { checkNewPassword } from './password-rules.ts';
import { removeFactors } from './reset-factors.ts';
import { toUserRecord, type UserDoc, UserModel, type UserRecord } from './user-model.ts';

/** A user to invite. */
interface Invited {
  name: string;
  email: string;
  phone: string | null;
  role: Role;
}

/**
 * Creates a user without a password and mails a link for setting one. A repeat, until they have accepted,
 * completes an invitation that was interrupted, or mails a new link if the last one was mailed.
 *
 * @throws AppError EMAIL_TAKEN
 */
export async function inviteUser(invited: Invited): Promise<UserRecord> {
  const user = await createInvited(invited).catch(async (error: unknown) => {
    const known = await findInvited(invited);
    if (!known) throw error;
    return known;
  });
  const latest = await findLatest(user.id);
  const isMailed = latest && (await findMailOutcome('invitation', latest._id.toHexString()));
  await (isMailed ? renewInvitation(user.id) : inviteOnce(user.id));
  return user;
}

const findLatest = (userId: string): Promise<InvitationDoc | null> =>
  InvitationModel.findOne({ userId }).sort({ expiresAt: -1 }).lean<InvitationDoc>();

async function findInvited({ name, email, role }: Invited): Promise<UserRecord | null> {
  const isWaiting = { passwordHash: null, disabledAt: null, 'deletion.since': { $exists: false } };
  const user = await UserModel.findOne({ name, email, role, ...isWaiting }).lean<UserDoc>();
  return user && toUserRecord(user);
}

/** Creates a user without a password, who cannot sign in yet. @throws AppError EMAIL_TAKEN */
export async function createInvited(invited: Invited): Promise<UserRecord> {
  try {
    return toUserRecord(
      await UserModel.create({ ...invited, passwordHash: null, ...customerTermsOf(invited) }),
    );
  } catch (cause) {
    if (!isDuplicateKey(cause)) throw cause;
    throw new AppError('EMAIL_TAKEN', 'There is already an account with this email address.', { cause });
  }
}

/**
 * Mails a new link to a user without a password and invalidates earlier ones. Concurrent calls open one
 * invitation and mail it once.
 */
export async function renewInvitation(userId: string): Promise<void> {
  const known = await InvitationModel.find({ userId }).sort({ expiresAt: -1 }).lean<InvitationDoc[]>();
  // Replaces only the invitations read above: one opened concurrently is the new invitation.
  const replaced = known.filter(({ spentAt }) => !spentAt).map(({ _id }) => _id);
  await InvitationModel.updateMany(
    { _id: { $in: replaced }, spentAt: null },
    { $set: { spentAt: databaseClock.now() } },
  );
  const { _id } = await openAfter(userId, known[0] ?? null);
  await enqueueEmail('invitation', _id.toHexString());
}

/** Whether a user has not set a password yet. */
export const awaitsPassword = async (userId: string): Promise<boolean> =>
  (await UserModel.exists({ _id: userId, passwordHash: null })) !== null;

/**
 * Mails a link to a user without a password, unless a valid one was mailed already. Idempotent, so it can
 * complete an invitation that was interrupted.
 */
export async function inviteOnce(userId: string): Promise<void> {
  // The link would be refused for a disabled account.
  if (!(await UserModel.exists({ _id: userId, passwordHash: null, disabledAt: null }))) return;
  const { _id } = await findOrOpen(userId);
  // An earlier call may have failed before enqueuing the mail. Enqueuing is idempotent per invitation.
  await enqueueEmail('invitation', _id.toHexString());
}

/** Returns the user's open invitation, or opens a new one. Concurrent calls get the same one. */
async function findOrOpen(userId: string): Promise<InvitationDoc> {
  const latest = await findLatest(userId);
  if (latest && isOpen(latest)) return latest;
  const isUnused = { userId, spentAt: null, expiresAt: { $lte: databaseClock.now() } };
  await InvitationModel.updateMany(isUnused, { $set: { spentAt: databaseClock.now() } });
  return openAfter(userId, latest);
}

/**
 * Opens the invitation that follows the user's latest, or returns the one that a concurrent call opened. If
 * that one is no longer open, opens the next.
 */
async function openAfter(userId: string, latest: InvitationDoc | null): Promise<InvitationDoc> {
  const _id = idAfter(userId, latest);
  try {
    return await InvitationModel.create(newInvitation(_id, userId));
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const known = await InvitationModel.findById(_id).orFail().lean<InvitationDoc>();
    return isOpen(known) ? known : openAfter(userId, known);
  }
}

const isOpen = ({ spentAt, expiresAt }: InvitationDoc): boolean =>
  !spentAt && expiresAt.getTime() > databaseClock.nowMs();

/**
 * Derives the id of the invitation that follows the user's latest, so that concurrent calls open the same
 * one. Without an earlier one the id depends on the current period of a link's lifetime: an invitation
 * may have been deleted because of its age while its mail is still recorded under its id.
 */
function idAfter(userId: string, latest: InvitationDoc | null): Types.ObjectId {
  const digest = digestOf(userId, latest?._id ?? Math.floor(databaseClock.nowMs() / INVITATION_LASTS.ms));
  return new Types.ObjectId(Buffer.from(digest, 'base64url').subarray(0, 12));
}

interface LinkOptions {
  /** Whether accepting the invitation removes the account's passkeys and authenticator app. */
  removesFactors?: boolean;
}

/** Opens an invitation without mailing it and invalidates the user's earlier ones. @returns its link */
export async function createInvitationLink(userId: string, options: LinkOptions = {}): Promise<string> {
  await InvitationModel.updateMany({ userId, spentAt: null }, { $set: { spentAt: databaseClock.now() } });
  const { removesFactors = false } = options;
  const { _id } = await InvitationModel.create({ ...newInvitation(newObjectId(), userId), removesFactors });
  return linkOf(_id.toHexString());
}

const newInvitation = (_id: Types.ObjectId, userId: string): InvitationDoc => ({
  _id,
  userId: new Types.ObjectId(userId),
  expiresAt: lastsUntil(),
  spentAt: null,
  removesFactors: false,
});

const lastsUntil = (): Date => new Date(databaseClock.nowMs() + INVITATION_LASTS.ms);

/** Returns when the open invitation of each user expires, by user id. */
export async function openInvitationsOf(userIds: Types.ObjectId[]): Promise<Map<string, Date>> {
  const docs = await InvitationModel.find({ userId: { $in: userIds }, spentAt: null }).lean<
    InvitationDoc[]
  >();
  return new Map(docs.map(({ userId, expiresAt }) => [userId.toHexString(), expiresAt]));
}

/**
 * Returns the user that the invitation with this token is for.
 *
 * @throws AppError NOT_FOUND, INVITATION_SPENT
 */
export const openInvitation = async (token: string): Promise<UserRecord> =>
  toUserRecord((await findOpen(token)).user);

/**
 * Sets an invited user's password and confirms the address that the link was mailed to. Of two concurrent
 * calls only one succeeds. Nothing is changed if the account was disabled or changed meanwhile.
 *
 * @param authorize throws to refuse the sign-in before the invitation is spent
 * @throws AppError NOT_FOUND
 * @throws AppError INVITATION_SPENT
 * @throws AppError INVALID_REQUEST for a commonly guessed password
 * @throws what `authorize` throws
 */
export async function acceptInvitation(
  token: string,
  password: string,
  authorize: (user: UserRecord) => Promise<void>,
): Promise<UserRecord> {
  const { invitation, user } = await findOpen(token);
  await authorize(toUserRecord(user));
  checkNewPassword(password, user);
  const passwordHash = await hashPassword(password);
  const { _id, email, passwordHash: before } = user;
  const now = databaseClock.now();
  const accepted = {
    passwordHash,
    emailConfirmedAt: user.emailConfirmedAt ?? now,
    // Only an admin's link replaces a password. A change of address requested before then ends.
    ...(before !== null && { passwordChangedAt: now }),
  };
  const { modifiedCount } = await UserModel.updateOne(
    { _id, email, passwordHash: before, disabledAt: null },
    { $set: accepted },
  );
  if (modifiedCount === 0) throw spentRefusal();
  // Only after the update succeeded: an account that was disabled or changed meanwhile keeps its factors.
  if (invitation.removesFactors) await removeFactors(user._id.toHexString());
  // Last, so that the link still works if the process dies before.
  await InvitationModel.updateMany({ userId: _id, spentAt: null }, { $set: { spentAt: now } });
  return toUserRecord({ ...user, ...accepted });
}

async function findOpen(token: string): Promise<{ invitation: InvitationDoc; user: UserDoc }> {
  const id = verifyLinkToken(token, PURPOSE);
  const invitation = id ? await InvitationModel.findById(id).lean<InvitationDoc>() : null;
  const user = invitation ? await UserModel.findById(invitation.userId).lean<UserDoc>() : null;
  if (!invitation || !user) throw new AppError('NOT_FOUND', 'There is no such invitation.');
  if (invitation.spentAt || invitation.expiresAt.getTime() <= databaseClock.nowMs() || user.disabledAt) {
    throw spentRefusal();
  }
  return { invitation, user };
}

const spentRefusal = () =>
  new AppError(
    'INVITATION_SPENT',
    'This link was used, or is too old. Please sign in, or ask for a new one.',
  );

const PURPOSE = 'invitation';

const tokenOf = (invitationId: string): string => deriveLinkToken(PURPOSE, invitationId);

const linkOf = (invitationId: string): string =>
  new URL(`/invitation/${tokenOf(invitationId)}`, env.PUBLIC_URL).href;

const WHAT: Readonly<Record<Role, string>> = {
  rider: 'book rides with Marquee',
  driver: 'drive with Marquee',
  dispatcher: 'join Marquee as a dispatcher',
  admin: 'join Marquee as an admin',
};

/**
 * Composes an invitation's mail.
 *
 * @throws AppError NOT_FOUND, INVITATION_SPENT, so that no dead link is mailed
 */
export async function composeInvitationEmail(invitationId: string): Promise<EmailContent> {
  const { user } = await findOpen(tokenOf(invitationId));
  return {
    to: user.email,
    subject: `Your invitation to ${WHAT[user.role]}`,
    title: 'Choose a password to get started',
    parts: [
      { kind: 'text', text: `You are invited to ${WHAT[user.role]}. You sign in with this email address.` },
      { kind: 'link', label: 'Choose a password', href: linkOf(invitationId) },
      {
        kind: 'text',
        text: `The link works once, for ${INVITATION_LASTS.text}. If you did not expect an invitation, ignore it.`,
      },
    ],
  };
}

/**
 * Composes a mail with an invitation link for a rider without a password, whose rides our staff book. Extends
 * the open invitation, or opens another. Repeated requests do not invalidate each other's links.
 *
 * @returns null for any other user; our staff invite drivers and staff again
 */
export async function composeInvitationOfRider(email: string): Promise<EmailContent | null> {
  const user = await UserModel.exists({ email, role: 'rider', passwordHash: null, disabledAt: null });
  if (!user) return null;
  const { _id } = await findOrOpen(user._id.toHexString());
  await InvitationModel.updateOne({ _id, spentAt: null }, { $set: { expiresAt: lastsUntil() } });
  return composeInvitationEmail(_id.toHexString());
}

import { Types } from 'mongoose';
import { AppError } from '#common/errors.ts';
import type { Role } from '#common/users/user.ts';
import { digestOf } from '../crypto/digest-of.ts';
import { deriveLinkToken, openLinkToken } from '../crypto/link-token.ts';
import { env } from '../env.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import type { EmailContent } from '../mail/email-content.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import { type InvitationDoc, InvitationModel } from './invitation-model.ts';
import { hashPassword } from './password.ts';
import { checkNewPassword } from './password-rules.ts';
import { removeFactors } from './reset-factors.ts';
import { toUserRecord, type UserDoc, UserModel, type UserRecord } from './user-model.ts';

const LASTS_MS = 48 * 3_600_000;

/** Somebody to be invited. */
export interface Invited {
  name: string;
  email: string;
  phone: string | null;
  role: Role;
}

/**
 * Creates a user without a password, and mails them a link with which to set one. @throws EMAIL_TAKEN
 */
export async function inviteUser(invited: Invited): Promise<UserRecord> {
  const user = await createInvited(invited);
  await renewInvitation(user.id);
  return user;
}

/** Creates a user without a password, who cannot sign in yet. @throws EMAIL_TAKEN */
export async function createInvited(invited: Invited): Promise<UserRecord> {
  try {
    return toUserRecord(await UserModel.create({ ...invited, passwordHash: null }));
  } catch (cause) {
    if (!isDuplicateKey(cause)) throw cause;
    throw new AppError('EMAIL_TAKEN', 'There is an account with this email address already.', { cause });
  }
}

/** Mails a user without a password a new link; earlier ones stop working. Of several who ask at once, all open one, which is mailed once. */
export async function renewInvitation(userId: string): Promise<void> {
  const known = await InvitationModel.find({ userId }).sort({ expiresAt: -1 }).lean<InvitationDoc[]>();
  // Those that were known, and no more: what somebody else opens meanwhile is the new one.
  const replaced = known.filter(({ spentAt }) => !spentAt).map(({ _id }) => _id);
  await InvitationModel.updateMany(
    { _id: { $in: replaced }, spentAt: null },
    { $set: { spentAt: databaseClock.now() } },
  );
  const { _id } = await openAfter(userId, known[0] ?? null);
  await enqueueEmail('invitation', _id.toHexString());
}

/** Whether a user still has to set a password. */
export const awaitsPassword = async (userId: string): Promise<boolean> =>
  (await UserModel.exists({ _id: userId, passwordHash: null })) !== null;

/**
 * Mails a user without a password a link, unless one was mailed that still works: an invitation that was cut
 * short can be repeated by this, and by several at once.
 */
export async function inviteOnce(userId: string): Promise<void> {
  // The link of an account that is closed would be refused.
  if (!(await UserModel.exists({ _id: userId, passwordHash: null, disabledAt: null }))) return;
  const { _id } = await findOrOpen(userId);
  // Its mail may not have been written; one that was is not written again.
  await enqueueEmail('invitation', _id.toHexString());
}

/** The invitation of a user that is open, or a new one: the same for all who ask at this moment. */
async function findOrOpen(userId: string): Promise<InvitationDoc> {
  const latest = await InvitationModel.findOne({ userId }).sort({ expiresAt: -1 }).lean<InvitationDoc>();
  if (latest && isOpen(latest)) return latest;
  const isUnused = { userId, spentAt: null, expiresAt: { $lte: databaseClock.now() } };
  await InvitationModel.updateMany(isUnused, { $set: { spentAt: databaseClock.now() } });
  return openAfter(userId, latest);
}

/**
 * Opens the invitation that comes after a user's latest; where somebody else was first, it is theirs. One that was replaced or used by
 * then is followed by the next.
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
 * The id of the invitation that comes after a user's latest, so that two at once open one. Where there is none, the time goes in:
 * the mail of one that was deleted as too old may still be known by its id.
 */
function idAfter(userId: string, latest: InvitationDoc | null): Types.ObjectId {
  const digest = digestOf(userId, latest?._id ?? Math.floor(databaseClock.nowMs() / LASTS_MS));
  return new Types.ObjectId(Buffer.from(digest, 'base64url').subarray(0, 12));
}

interface LinkOptions {
  /** Whether who uses it needs none of the passkeys and codes that the account has. */
  removesFactors?: boolean;
}

/** Opens an invitation without mailing it; earlier ones of the user stop working. @returns its link */
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

const lastsUntil = (): Date => new Date(databaseClock.nowMs() + LASTS_MS);

/** When the open invitation of each of these users ends, by user id. */
export async function openInvitationsOf(userIds: Types.ObjectId[]): Promise<Map<string, Date>> {
  const docs = await InvitationModel.find({ userId: { $in: userIds }, spentAt: null }).lean<
    InvitationDoc[]
  >();
  return new Map(docs.map(({ userId, expiresAt }) => [userId.toHexString(), expiresAt]));
}

/** Whom the invitation with this token is for. @throws NOT_FOUND, INVITATION_SPENT */
export const openInvitation = async (token: string): Promise<UserRecord> =>
  toUserRecord((await findOpen(token)).user);

/**
 * Sets the password of somebody invited, whose address the link confirms. Of two at the same instant, one sets it; nobody does for an
 * account that was disabled, or changed, meanwhile.
 *
 * @param authorize refuses to sign them in, before the invitation is spent
 * @throws NOT_FOUND, INVITATION_SPENT, INVALID_REQUEST for a password that guessing starts with, what `authorize` throws
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
  const spent = await InvitationModel.updateOne(
    { _id: invitation._id, spentAt: null },
    { $set: { spentAt: databaseClock.now() } },
  );
  if (spent.modifiedCount === 0) throw spentRefusal();
  const accepted = { passwordHash, emailConfirmedAt: user.emailConfirmedAt ?? databaseClock.now() };
  const { _id, email, passwordHash: before } = user;
  const { modifiedCount } = await UserModel.updateOne(
    { _id, email, passwordHash: before, disabledAt: null },
    { $set: accepted },
  );
  if (modifiedCount === 0) throw spentRefusal();
  // Not before: an account that was disabled, or changed, meanwhile keeps them.
  if (invitation.removesFactors) await removeFactors(user._id.toHexString());
  return toUserRecord({ ...user, ...accepted });
}

async function findOpen(token: string): Promise<{ invitation: InvitationDoc; user: UserDoc }> {
  const id = openLinkToken(token, PURPOSE);
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

/** The mail with an invitation's link. @throws NOT_FOUND once it is spent, so that no dead link goes out */
export async function composeInvitationEmail(invitationId: string): Promise<EmailContent> {
  const { user } = await findOpen(tokenOf(invitationId));
  return {
    to: user.email,
    subject: `Your invitation to ${WHAT[user.role]}`,
    title: 'Choose a password to begin',
    parts: [
      { kind: 'text', text: `You are invited to ${WHAT[user.role]}. You sign in with this email address.` },
      { kind: 'link', label: 'Choose a password', href: linkOf(invitationId) },
      { kind: 'text', text: 'The link works once, for 48 hours. If you expected no invitation, ignore it.' },
    ],
  };
}

/**
 * The mail with which a rider without a password, whom our staff booked for, gets in at any time: with the link that is open, which
 * lasts anew, or with another once that has ended. However often it is asked for, the links in it do not end each other.
 *
 * @returns null for anybody else: staff and drivers are invited again by others
 */
export async function composeInvitationOfRider(email: string): Promise<EmailContent | null> {
  const user = await UserModel.exists({ email, role: 'rider', passwordHash: null, disabledAt: null });
  if (!user) return null;
  const { _id } = await findOrOpen(user._id.toHexString());
  await InvitationModel.updateOne({ _id, spentAt: null }, { $set: { expiresAt: lastsUntil() } });
  return composeInvitationEmail(_id.toHexString());
}

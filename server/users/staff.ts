import { AppError } from '#common/errors.ts';
import type { ChangeStaff, InviteStaff, StaffMember } from '#common/users/staff.ts';
import { isStaffRole, type StaffRole, staffRoleSchema } from '#common/users/user.ts';
import type { Staff } from '../http/session.ts';
import { endSessionsOf } from '../http/user-sessions.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { MARK_UNPUBLISHED } from '../infra/outbox.ts';
import { findFactorsMissing, isFactorMissing } from './factors.ts';
import { inviteUser, openInvitationsOf, renewInvitation } from './invitations.ts';
import { staffOutbox } from './staff-outbox.ts';
import { toUserRecord, type UserDoc, UserModel } from './user-model.ts';

const STAFF = { role: { $in: staffRoleSchema.options }, 'deletion.since': { $exists: false } };

interface StaffDoc extends UserDoc {
  role: StaffRole;
}

const isOfStaff = (user: UserDoc): user is StaffDoc => isStaffRole(user.role);

async function findStaffDoc(userId: string | undefined): Promise<StaffDoc | null> {
  if (!userId) return null;
  const user = await UserModel.findOne({ _id: userId, disabledAt: null, ...STAFF }).lean<UserDoc>();
  return user && isOfStaff(user) ? user : null;
}

const toStaff = ({ _id, name, role }: StaffDoc): Staff => ({ id: _id.toHexString(), name, role });

/** The one of the staff with this id, as their account says now; null where there is none, or it is disabled. */
export async function findStaff(userId: string | undefined): Promise<Staff | null> {
  const user = await findStaffDoc(userId);
  return user && toStaff(user);
}

/**
 * The same, of who is to act as such.
 *
 * @throws SECOND_FACTOR_REQUIRED_FOR_STAFF for who has neither passkey nor authenticator app
 */
export async function findActiveStaff(userId: string | undefined): Promise<Staff | null> {
  const user = await findStaffDoc(userId);
  if (!user || !(await isFactorMissing(toUserRecord(user)))) return user && toStaff(user);
  throw new AppError(
    'SECOND_FACTOR_REQUIRED_FOR_STAFF',
    'Please set up a passkey or an authenticator app first.',
  );
}

/** Whether somebody is one of the staff, and may act as such. */
export async function isActiveStaff(userId: string): Promise<boolean> {
  const user = await findStaffDoc(userId);
  return user !== null && !(await isFactorMissing(toUserRecord(user)));
}

/** All dispatchers and admins, by name. */
export async function listStaff(): Promise<StaffMember[]> {
  const users = await UserModel.find(STAFF).sort({ name: 1, _id: 1 }).lean<UserDoc[]>();
  return presentStaff(users);
}

/** Invites somebody to the staff by mail. @throws EMAIL_TAKEN */
export async function inviteStaff(invited: InviteStaff): Promise<StaffMember> {
  const user = await inviteUser({ ...invited, phone: null });
  return readStaff(user.id);
}

/** Mails a new link to one of the staff without a password. @throws STAFF_CONFLICT once they have one, NOT_FOUND */
export async function reinviteStaff(userId: string): Promise<StaffMember> {
  const member = await readStaff(userId);
  if (member.state !== 'invited') {
    throw new AppError('STAFF_CONFLICT', `${member.name} has set a password already.`);
  }
  await renewInvitation(userId);
  return readStaff(userId);
}

/**
 * Changes the name or the role of one of the staff, or disables or enables them. Who is disabled is signed out everywhere.
 *
 * @returns who they were, and are by this change
 * @throws STAFF_CONFLICT when no admin would be left, NOT_FOUND
 */
export async function changeStaff(
  userId: string,
  { name, role, isDisabled }: ChangeStaff,
): Promise<{ before: StaffMember; after: StaffMember }> {
  // What was open when the account was disabled must not be open again with it.
  if (isDisabled === false) await endSessionsOf(userId);
  const change = {
    ...(name !== undefined && { name }),
    ...(role && { role }),
    ...(isDisabled !== undefined && { disabledAt: isDisabled ? databaseClock.now() : null }),
  };
  const before = await UserModel.findOneAndUpdate(
    { _id: userId, ...STAFF },
    { $set: change, ...MARK_UNPUBLISHED },
  ).lean<UserDoc>();
  if (!before) throw noSuchMember();

  // Asked after the change, so that of two admins who demote each other at once neither is left alone.
  const isAdminLeft = await UserModel.exists({
    role: 'admin',
    disabledAt: null,
    passwordHash: { $ne: null },
  });
  if (isAdminLeft) {
    await staffOutbox.publish(userId);
    if (isDisabled) await endAccess(userId);
    // As this changed them: their account may be deleted by now.
    return {
      before: await presentMember([before]),
      after: await presentMember([{ ...before, ...change }]),
    };
  }
  // That alone, and as it was written: who changed them since is not overruled.
  const undo = {
    ...(name !== undefined && { name: before.name }),
    ...(role && { role: before.role }),
    ...(isDisabled !== undefined && { disabledAt: before.disabledAt }),
  };
  await UserModel.updateOne({ _id: userId, ...change }, { $set: undo });
  // For pages that have read it in between.
  await staffOutbox.publish(userId);
  throw new AppError('STAFF_CONFLICT', 'Somebody has to stay admin. Please make another person admin first.');
}

/** Ends the sessions of who was disabled. While Redis is away they stay, without any right, and end before the account is enabled again. */
async function endAccess(userId: string): Promise<void> {
  try {
    await endSessionsOf(userId);
  } catch (error) {
    logger.warn({ error, userId }, 'sessions of disabled staff not ended');
  }
}

async function readStaff(userId: string): Promise<StaffMember> {
  return presentMember(await UserModel.find({ _id: userId, ...STAFF }).lean<UserDoc[]>());
}

const noSuchMember = () => new AppError('NOT_FOUND', 'Nobody of the staff has this id.');

async function presentMember(users: UserDoc[]): Promise<StaffMember> {
  const [member] = await presentStaff(users);
  if (!member) throw noSuchMember();
  return member;
}

async function presentStaff(users: UserDoc[]): Promise<StaffMember[]> {
  const [invitations, factorsMissing] = await Promise.all([
    openInvitationsOf(users.map(({ _id }) => _id)),
    findFactorsMissing(users.map(toUserRecord)),
  ]);
  return users.flatMap(({ _id, name, email, role, passwordHash, disabledAt }) => {
    if (!isStaffRole(role)) return [];
    const id = _id.toHexString();
    const state = disabledAt ? 'disabled' : passwordHash === null ? 'invited' : 'active';
    const invitedUntil = invitations.get(id)?.toISOString() ?? null;
    return [{ id, name, email, role, state, invitedUntil, isFactorMissing: factorsMissing.has(id) }];
  });
}

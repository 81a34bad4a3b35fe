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
import { isAdminLeft, noAdminLeft, removeAdmin } from './last-admin.ts';
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

/** Returns the staff member with this id; null when there is none or the account is disabled. */
export async function findStaff(userId: string | undefined): Promise<Staff | null> {
  const user = await findStaffDoc(userId);
  return user && toStaff(user);
}

/**
 * Like `findStaff`, for actions as staff.
 *
 * @throws AppError SECOND_FACTOR_REQUIRED_FOR_STAFF when they have neither passkey nor authenticator app
 */
export async function findActiveStaff(userId: string | undefined): Promise<Staff | null> {
  const user = await findStaffDoc(userId);
  if (!user || !(await isFactorMissing(toUserRecord(user)))) return user && toStaff(user);
  throw new AppError(
    'SECOND_FACTOR_REQUIRED_FOR_STAFF',
    'Please set up a passkey or an authenticator app first.',
  );
}

/** Whether this user is an enabled staff member with the required second factor. */
export async function isActiveStaff(userId: string): Promise<boolean> {
  const user = await findStaffDoc(userId);
  return user !== null && !(await isFactorMissing(toUserRecord(user)));
}

/** Returns all dispatchers and admins, sorted by name. */
export async function listStaff(): Promise<StaffMember[]> {
  const users = await UserModel.find(STAFF).sort({ name: 1, _id: 1 }).lean<UserDoc[]>();
  return presentStaff(users);
}

/** Invites a new staff member by mail. @throws AppError EMAIL_TAKEN */
export async function inviteStaff(invited: InviteStaff): Promise<StaffMember> {
  const user = await inviteUser({ ...invited, phone: null });
  return readStaff(user.id);
}

/**
 * Mails a new link to a staff member without a password.
 *
 * @throws AppError STAFF_CONFLICT when they have set a password or are disabled
 * @throws AppError NOT_FOUND
 */
export async function reinviteStaff(userId: string): Promise<StaffMember> {
  const member = await readStaff(userId);
  if (member.state !== 'invited') {
    const reason =
      member.state === 'disabled' ? 'is disabled. Please enable them first' : 'has already set a password';
    throw new AppError('STAFF_CONFLICT', `${member.name} ${reason}.`);
  }
  await renewInvitation(userId);
  return readStaff(userId);
}

interface StaffChange {
  before: StaffMember;
  after: StaffMember;
}

/**
 * Changes a staff member's name or role, or disables or enables them. Disabling signs them out everywhere.
 *
 * @returns the staff member before and after this change
 * @throws AppError STAFF_CONFLICT when no admin would be left
 * @throws AppError NOT_FOUND
 */
export async function changeStaff(userId: string, wanted: ChangeStaff): Promise<StaffChange> {
  const mayRemoveAdmin = wanted.isDisabled || (wanted.role && wanted.role !== 'admin');
  const write = () => writeChange(userId, wanted);
  return mayRemoveAdmin ? removeAdmin(userId, write) : write();
}

async function writeChange(userId: string, { name, role, isDisabled }: ChangeStaff): Promise<StaffChange> {
  // Sessions from before the account was disabled must not become valid again when it is enabled.
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

  // Without Redis, two admins may be demoting each other concurrently.
  if (await isAdminLeft()) {
    await staffOutbox.publish(userId);
    if (isDisabled) await endAccess(userId);
    // Computed from this change instead of read again: the account may be deleted by now.
    return {
      before: await presentMember([before]),
      after: await presentMember([{ ...before, ...change }]),
    };
  }
  // Reverts only this change, and only if still in place, so that concurrent changes are kept.
  const undo = {
    ...(name !== undefined && { name: before.name }),
    ...(role && { role: before.role }),
    ...(isDisabled !== undefined && { disabledAt: before.disabledAt }),
  };
  await UserModel.updateOne({ _id: userId, ...change }, { $set: undo });
  // For pages that read the reverted change meanwhile.
  await staffOutbox.publish(userId);
  throw noAdminLeft();
}

/**
 * Ends the sessions of a disabled staff member. If Redis is unavailable they remain, without any rights, and
 * end before the account is enabled again.
 */
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

const noSuchMember = () => new AppError('NOT_FOUND', 'No staff member has this id.');

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

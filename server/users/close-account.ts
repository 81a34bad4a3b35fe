import type { QueryFilter } from 'mongoose';
import { AppError } from '#common/errors.ts';
import { isStaffRole, type Role } from '#common/users/user.ts';
import type { ProvenAddress } from '../held-data.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { MARK_UNPUBLISHED } from '../infra/outbox.ts';
import type { EmailContent } from '../mail/email-content.ts';
import { staffOutbox } from './staff-outbox.ts';
import {
  type Deletion,
  type FormerEmail,
  toUserRecord,
  type UserDoc,
  UserModel,
  type UserRecord,
} from './user-model.ts';

/** How long after its deletion an account is looked at again: what was being written at that moment is there by then. */
const LOOKED_AT_AGAIN_MS = 2 * 86_400_000;

/** By whose wish an account is deleted; `period`: nobody ever used it. */
export type DeletedBy = Deletion['by'];

/**
 * Closes an account that is to be deleted: from this statement on nobody signs in to it and nothing is booked with it. Of two at
 * once, one closes it. It is open again after a few minutes unless that is decided.
 *
 * @returns decides it, or takes it back for who finds a reason afterwards; null where it is closed already
 * @throws STAFF_CONFLICT when no admin would be left, NOT_FOUND
 */
export async function closeAccount(userId: string, by: DeletedBy): Promise<Closing | null> {
  const since = databaseClock.now();
  const closed = (await markClosed(userId, since, by)) ?? (await markClosed(userId, since, by));
  if (!closed) {
    if (await UserModel.exists({ _id: userId })) return null;
    throw new AppError('NOT_FOUND', 'There is no such account.');
  }
  const closing = closingOf(userId, closed.role, since);
  if (closed.role === 'admin' && !(await isAdminLeft())) {
    await closing.reopen();
    throw new AppError(
      'STAFF_CONFLICT',
      'Somebody has to stay admin. Please make another person admin first.',
    );
  }
  return closing;
}

/** @returns the account; null where it is closed already, or is disabled or enabled at this instant */
async function markClosed(userId: string, since: Date, by: DeletedBy): Promise<UserDoc | null> {
  const open = { _id: userId, 'deletion.since': { $exists: false } };
  const deletion = (wasDisabled: boolean) => ({ since, by, wasDisabled, decidedAt: null, erasedAt: null });
  const enabled = await UserModel.findOneAndUpdate(
    { ...open, disabledAt: null },
    { $set: { deletion: deletion(false), disabledAt: since } },
  ).lean<UserDoc>();
  if (enabled) return enabled;
  return UserModel.findOneAndUpdate(
    { ...open, disabledAt: { $ne: null } },
    { $set: { deletion: deletion(true) } },
  ).lean<UserDoc>();
}

/** Opens closed accounts again, each as it was before. */
async function open(closed: QueryFilter<UserDoc>): Promise<void> {
  await UserModel.updateMany({ ...closed, 'deletion.wasDisabled': true }, { $unset: { deletion: 1 } });
  await UserModel.updateMany(closed, { $set: { disabledAt: null }, $unset: { deletion: 1 } });
}

interface Closing {
  /** Has staff leave the console. @returns whether it is decided now; else it was opened again meanwhile */
  decide: () => Promise<boolean>;
  /** @returns false where it is decided: a decision that failed may have been written */
  reopen: () => Promise<boolean>;
}

function closingOf(userId: string, role: Role, since: Date): Closing {
  const isThis = { _id: userId, 'deletion.since': since, 'deletion.decidedAt': null };
  return {
    async decide() {
      const isOfStaff = isStaffRole(role);
      const set = { $set: { 'deletion.decidedAt': databaseClock.now() }, ...(isOfStaff && MARK_UNPUBLISHED) };
      const isDecided = (await UserModel.updateOne(isThis, set)).modifiedCount > 0;
      if (isDecided && isOfStaff) await staffOutbox.publish(userId);
      return isDecided;
    },
    async reopen() {
      await open(isThis);
      const isDecided = { ...isThis, 'deletion.decidedAt': { $ne: null } };
      return (await UserModel.exists(isDecided)) === null;
    },
  };
}

/** How long deciding may take; a closing older than that was left by a process that died. */
export const DECIDING_MS = 5 * 60_000;

/** Opens the accounts again that were closed before then and whose deletion was never decided. */
export const reopenUndecided = (before: Date): Promise<void> =>
  open({ 'deletion.since': { $lt: before }, 'deletion.decidedAt': null });

/** Asked after an account was closed, so that of two admins who leave at once neither is the last. */
const isAdminLeft = async (): Promise<boolean> =>
  (await UserModel.exists({ role: 'admin', disabledAt: null, passwordHash: { $ne: null } })) !== null;

const IS_CLOSED = { 'deletion.since': { $exists: true } };

/** Whether an account is closed. */
export const isClosed = async (userId: string): Promise<boolean> =>
  (await UserModel.exists({ _id: userId, ...IS_CLOSED })) !== null;

/** An account as it is, closed or not. */
interface Account extends UserRecord {
  deletion: Deletion | undefined;
  formerEmails: readonly FormerEmail[];
}

/** The account with this id. @throws NOT_FOUND */
export async function findAccount(userId: string): Promise<Account> {
  const doc = await UserModel.findById(userId).lean<UserDoc>();
  if (!doc) throw new AppError('NOT_FOUND', 'There is no such account.');
  return { ...toUserRecord(doc), deletion: doc.deletion, formerEmails: doc.formerEmails ?? [] };
}

/**
 * The addresses that somebody has shown to read, the present one and former ones: what was sent from and to them is theirs, until they
 * changed to another one, and since another account that had it before did. A person who signs up with another's address has shown nothing.
 */
export async function provenAddressesOf(account: Account): Promise<ProvenAddress[]> {
  const { id, email, emailConfirmedAt, formerEmails } = account;
  const own: Omit<ProvenAddress, 'from'>[] = [...formerEmails];
  if (emailConfirmedAt) own.push({ email, until: null });
  const others = await UserModel.find(
    { 'formerEmails.email': { $in: own.map((each) => each.email) }, _id: { $ne: id } },
    { formerEmails: 1 },
  ).lean<Pick<UserDoc, 'formerEmails'>[]>();
  const ended = others.flatMap((other) => other.formerEmails ?? []);
  return own.map(({ email: address, until }) => {
    const before = ended.filter((each) => each.email === address && (!until || each.until < until));
    const latest = Math.max(...before.map((each) => each.until.getTime()));
    return { email: address, from: before.length > 0 ? new Date(latest) : null, until };
  });
}

/** Notes that all of a closed account is erased; it stays at the first time. */
export async function noteErased(userId: string): Promise<void> {
  await UserModel.updateOne(
    { _id: userId, 'deletion.erasedAt': null, 'deletion.decidedAt': { $ne: null } },
    { $set: { 'deletion.erasedAt': databaseClock.now() } },
  );
}

const idsOf = (docs: readonly Pick<UserDoc, '_id'>[]): string[] => docs.map(({ _id }) => _id.toHexString());

/** Ids of the accounts whose deletion is decided, and that are not erased yet. */
export async function listUnerased(): Promise<string[]> {
  const isDue = { 'deletion.decidedAt': { $ne: null }, 'deletion.erasedAt': null, ...IS_CLOSED };
  return idsOf(await UserModel.find(isDue, { _id: 1 }).lean<UserDoc[]>());
}

/** Ids of the accounts that were deleted within the last two days. */
export async function listLatelyDeleted(): Promise<string[]> {
  const since = new Date(databaseClock.nowMs() - LOOKED_AT_AGAIN_MS);
  const isLate = { 'deletion.since': { $gt: since }, 'deletion.erasedAt': { $ne: null } };
  return idsOf(await UserModel.find(isLate, { _id: 1 }).lean<UserDoc[]>());
}

/**
 * Tells who had an account that it is deleted.
 *
 * @param to where to, since the account does not know any more; null is returned without it
 */
export function composeAccountDeletedEmail(
  _userId: string,
  _what?: string,
  to?: string,
): Promise<EmailContent | null> {
  if (!to) return Promise.resolve(null);
  return Promise.resolve({
    to,
    subject: 'Your account is deleted',
    title: 'Your account is deleted',
    parts: [
      {
        kind: 'text',
        text: 'Your Marquee account is deleted, and what we knew about you with it. Records of payments stay, without your name.',
      },
      {
        kind: 'text',
        text: 'Gift cards are not part of an account: what is left on one can be spent by anybody who has its code. With this address you can open a new account at any time.',
      },
      {
        kind: 'text',
        text: 'If you did not ask for this, please write to us: this is the last mail to you.',
      },
    ],
  });
}

import type { QueryFilter } from 'mongoose';
import { DAY_MS, MINUTE_MS } from '#common/durations.ts';
import { AppError } from '#common/errors.ts';
import { isStaffRole, type Role } from '#common/users/user.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { MARK_UNPUBLISHED } from '../infra/outbox.ts';
import type { EmailContent } from '../mail/email-content.ts';
import type { ProvenAddress } from '../personal-data-source.ts';
import { isAdminLeft, noAdminLeft, removeAdmin } from './last-admin.ts';
import { staffOutbox } from './staff-outbox.ts';
import {
  type Deletion,
  type FormerEmail,
  toUserRecord,
  type UserDoc,
  UserModel,
  type UserRecord,
} from './user-model.ts';

/** How long after its deletion an account is erased again, to catch writes that were in flight. */
const RECHECK_MS = 2 * DAY_MS;

/** Who requested the deletion; `period` for an account that was never used. */
export type DeletedBy = Deletion['by'];

/**
 * Closes an account for deletion: from this update on it can neither sign in nor book. Of two concurrent
 * calls, only one closes it. `reopenUndecided` reopens it after a few minutes unless the deletion is decided.
 *
 * @returns handles to decide the deletion or to reopen the account; null when it is already closed
 * @throws AppError STAFF_CONFLICT when no admin would be left
 * @throws AppError NOT_FOUND
 */
export async function closeAccount(userId: string, by: DeletedBy): Promise<Closing | null> {
  const isAdmin = await UserModel.exists({ _id: userId, role: 'admin', ...IS_OPEN });
  return isAdmin ? removeAdmin(userId, () => close(userId, by)) : close(userId, by);
}

async function close(userId: string, by: DeletedBy): Promise<Closing | null> {
  const since = databaseClock.now();
  const closed = (await markClosed(userId, since, by)) ?? (await markClosed(userId, since, by));
  if (!closed) {
    if (await UserModel.exists({ _id: userId })) return null;
    throw new AppError('NOT_FOUND', 'There is no such account.');
  }
  const closing = closingOf(userId, closed.role, since);
  // Without Redis, two admins may be leaving concurrently.
  if (closed.role === 'admin' && !(await isAdminLeft())) {
    await closing.reopen();
    throw noAdminLeft();
  }
  return closing;
}

/** @returns the account; null when it is already closed, or a concurrent update disables or enables it */
async function markClosed(userId: string, since: Date, by: DeletedBy): Promise<UserDoc | null> {
  const open = { _id: userId, ...IS_OPEN };
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

/** Reopens closed accounts, restoring whether each was disabled. */
async function open(closed: QueryFilter<UserDoc>): Promise<void> {
  await UserModel.updateMany({ ...closed, 'deletion.wasDisabled': true }, { $unset: { deletion: 1 } });
  await UserModel.updateMany(closed, { $set: { disabledAt: null }, $unset: { deletion: 1 } });
}

interface Closing {
  /**
   * Decides the deletion and publishes it for staff, so that their console closes. @returns false when the
   * account was reopened meanwhile
   */
  decide: () => Promise<boolean>;
  /** @returns false when the deletion is decided: a `decide` that threw may still have been written */
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

/** How long deciding may take. Older undecided closings were left by a process that died. */
export const DECIDING_MS = 5 * MINUTE_MS;

/** Reopens the accounts that were closed before this time without their deletion being decided. */
export const reopenUndecided = (before: Date): Promise<void> =>
  open({ 'deletion.since': { $lt: before }, 'deletion.decidedAt': null });

const IS_OPEN = { 'deletion.since': { $exists: false } };
const IS_CLOSED = { 'deletion.since': { $exists: true } };

/** Whether an account is closed. */
export const isClosed = async (userId: string): Promise<boolean> =>
  (await UserModel.exists({ _id: userId, ...IS_CLOSED })) !== null;

/** An account, closed or open. */
interface Account extends UserRecord {
  deletion: Deletion | undefined;
  formerEmails: readonly FormerEmail[];
}

/** Returns the account with this id. @throws AppError NOT_FOUND */
export async function findAccount(userId: string): Promise<Account> {
  const doc = await UserModel.findById(userId).lean<UserDoc>();
  if (!doc) throw new AppError('NOT_FOUND', 'There is no such account.');
  return { ...toUserRecord(doc), deletion: doc.deletion, formerEmails: doc.formerEmails ?? [] };
}

/** Returns the user with this id; null if there is none, or the deletion of the account is decided. */
export async function findUndeleted(userId: string): Promise<UserRecord | null> {
  const doc = await UserModel.findById(userId).lean<UserDoc>();
  return doc && !doc.deletion?.decidedAt ? toUserRecord(doc) : null;
}

/**
 * Returns the present address of an account; null once its deletion is decided.
 *
 * @param typed the address to return if there is no such account
 */
export async function presentAddress(userId: string, typed: string): Promise<string | null> {
  const doc = await UserModel.findById(userId).lean<UserDoc>();
  if (!doc) return typed;
  return doc.deletion?.decidedAt ? null : doc.email;
}

/**
 * Returns the present and former addresses that the account has confirmed, each with the period in which mail
 * to and from it belongs to this account: from when the previous confirmed owner of the address changed away
 * from it (null for none) until this account did (null for the present address). An unconfirmed address is
 * not included.
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

/** Records that a closed account has been erased. Keeps the first time when called again. */
export async function recordErased(userId: string): Promise<void> {
  await UserModel.updateOne(
    { _id: userId, 'deletion.erasedAt': null, 'deletion.decidedAt': { $ne: null } },
    { $set: { 'deletion.erasedAt': databaseClock.now() } },
  );
}

const idsOf = (docs: readonly Pick<UserDoc, '_id'>[]): string[] => docs.map(({ _id }) => _id.toHexString());

/** Returns the ids of accounts whose deletion is decided but which are not erased yet. */
export async function listUnerased(): Promise<string[]> {
  const isDue = { 'deletion.decidedAt': { $ne: null }, 'deletion.erasedAt': null, ...IS_CLOSED };
  return idsOf(await UserModel.find(isDue, { _id: 1 }).lean<UserDoc[]>());
}

/** Returns the ids of erased accounts that were closed within the last two days. */
export async function listLatelyDeleted(): Promise<string[]> {
  const since = new Date(databaseClock.nowMs() - RECHECK_MS);
  const isLate = { 'deletion.since': { $gt: since }, 'deletion.erasedAt': { $ne: null } };
  return idsOf(await UserModel.find(isLate, { _id: 1 }).lean<UserDoc[]>());
}

/**
 * Composes the mail that confirms an account's deletion.
 *
 * @param to the recipient, since the account no longer has an address; null is returned without it
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
        text: 'Your Marquee account is deleted, along with what we knew about you. Payment records stay, without your name. If you booked rides, so do fingerprints of your email address and of the phone and bank card used with promo codes, which no one can read.',
      },
      {
        kind: 'text',
        text: 'Gift cards are not part of an account: anyone with a card’s code can spend what is left on it. You can open a new account with this address at any time.',
      },
      {
        kind: 'text',
        text: 'If you did not ask for this, please write to us. This is our last email to you.',
      },
    ],
  });
}

import type { UpdateQuery } from 'mongoose';
import { AppError } from '#common/errors.ts';
import type { Colleague, InboxState } from '#common/messages/inbox.ts';
import { formatDay, formatTimeWithZone } from '#common/time.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import { MARK_UNPUBLISHED } from '../infra/outbox.ts';
import { RECONCILE_AFTER_MS } from '../infra/queues.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import { findStaff } from '../users/staff.ts';
import { subjectOf } from './format-message.ts';
import { inboxOutbox } from './inbox-outbox.ts';
import { type MessageDoc, MessageModel } from './message-model.ts';
import { findMessage } from './receive-message.ts';

/** A change of a message by a staff member. */
interface Change {
  messageId: string;
  /** The version that the change is based on. */
  version: number;
  by: Colleague;
}

/** State and assignee of a message for the audit log, without any of its text. */
interface Handling {
  state: InboxState;
  assignee: string | null;
}

/** A message before and after a change. */
export interface ChangedThread {
  id: string;
  subject: string;
  before: Handling;
  after: Handling;
}

/**
 * Assigns a message to a staff member or to nobody (null), or changes its state, or both.
 *
 * @throws AppError VERSION_CONFLICT, NOT_FOUND
 */
export async function moveThread(
  change: Change & { state?: InboxState | undefined; assigneeId?: string | null | undefined },
): Promise<ChangedThread> {
  const { state, assigneeId, by } = change;
  const assignee = assigneeId ? await requireColleague(assigneeId) : null;
  const whats = [
    ...(assigneeId === undefined ? [] : [formatAssignment(assignee, by)]),
    ...(state ? [MOVES[state]] : []),
  ];
  const changed = await changeMessage(change, whats.join(' and '), {
    ...(assigneeId !== undefined && { assignee }),
    ...(state && { state, movedAt: databaseClock.now() }),
  });
  return presentChange(changed);
}

const MOVES: Record<InboxState, string> = {
  open: 'opened it again',
  waiting: 'left it waiting',
  done: 'marked it as done',
};

function formatAssignment(assignee: Colleague | null, by: Colleague): string {
  if (!assignee) return 'gave it back';
  return assignee.id === by.id ? 'took it' : `gave it to ${assignee.name}`;
}

async function requireColleague(userId: string): Promise<Colleague> {
  const staff = await findStaff(userId);
  if (!staff) throw new AppError('NOT_FOUND', 'That person is no longer on the team.');
  return { id: staff.id, name: staff.name };
}

/**
 * Mails an answer to the sender and stores it with the message. An unassigned message is assigned to the
 * author. A stored answer is always sent: if this process dies, `reconcileAnswers` finds it.
 *
 * @throws AppError VERSION_CONFLICT, NOT_FOUND
 */
export async function answerThread(
  change: Change & { text: string; state: 'waiting' | 'done' },
): Promise<ChangedThread> {
  const { messageId, text, state, by } = change;
  const at = databaseClock.now();
  const answer = { _id: newObjectId(), kind: 'answer' as const, by, text, at };
  const { assignee } = await findMessage(messageId);
  const { before, after } = await changeMessage(
    change,
    'answered it',
    { state, movedAt: at, answerOwedSince: at, ...(!assignee && { assignee: by }) },
    { entries: answer },
  );
  await writeAnswers(after);
  return presentChange({ before, after });
}

/** Adds a note that only staff see. @throws AppError VERSION_CONFLICT, NOT_FOUND */
export async function noteThread(change: Change & { text: string }): Promise<ChangedThread> {
  const { text, by } = change;
  const note = { _id: newObjectId(), kind: 'note' as const, by, text, at: databaseClock.now() };
  return presentChange(await changeMessage(change, 'added a note', {}, { entries: note }));
}

interface ChangedMessage {
  before: MessageDoc;
  after: MessageDoc;
}

const presentChange = ({ before, after }: ChangedMessage): ChangedThread => ({
  id: after._id.toHexString(),
  subject: subjectOf(after),
  before: handlingOf(before),
  after: handlingOf(after),
});

const handlingOf = ({ state = 'open', assignee }: MessageDoc): Handling => ({
  state,
  assignee: assignee?.name ?? null,
});

/**
 * Performs every change of a message in one guarded statement: of two concurrent changes, the second fails.
 */
async function changeMessage(
  { messageId, version, by }: Change,
  what: string,
  set: UpdateQuery<MessageDoc>['$set'],
  push?: UpdateQuery<MessageDoc>['$push'],
): Promise<ChangedMessage> {
  const before = await findMessage(messageId);
  const after = await MessageModel.findOneAndUpdate(
    // Messages stored before the inbox existed have no version.
    { _id: messageId, version: version === 1 ? { $in: [1, null] } : version },
    {
      $set: { ...set, version: version + 1, lastChange: { by: by.name, what, at: databaseClock.now() } },
      ...MARK_UNPUBLISHED,
      ...(push && { $push: push }),
    },
    { returnDocument: 'after' },
  ).lean<MessageDoc>();
  if (!after) throw conflictWith(await findMessage(messageId));
  await inboxOutbox.publish(after);
  return { before, after };
}

function conflictWith({ lastChange }: MessageDoc): AppError {
  if (!lastChange) return new AppError('VERSION_CONFLICT', 'This message has changed. Please look again.');
  const { by, what, at } = lastChange;
  const now = databaseClock.now();
  const day = formatDay(at, now);
  const when = day === formatDay(now, now) ? formatTimeWithZone(at) : `${formatTimeWithZone(at)}, ${day}`;
  return new AppError('VERSION_CONFLICT', `${by} ${what} at ${when}. You see it as it is now.`);
}

/** Writes the emails of a message's answers to the outbox, each once. */
async function writeAnswers({ _id, entries = [], answerOwedSince }: MessageDoc): Promise<void> {
  for (const entry of entries) {
    if (entry.kind === 'answer') await enqueueEmail('message-answer', entry._id.toHexString());
  }
  // A message that was answered again meanwhile still owes that email.
  await MessageModel.updateOne({ _id, answerOwedSince }, { $unset: { answerOwedSince: 1 } });
}

const AT_ONCE = 200;

/** Writes answers to the outbox whose process died before doing so. */
export async function reconcileAnswers(): Promise<void> {
  const owed = await MessageModel.find({
    answerOwedSince: { $lt: new Date(databaseClock.nowMs() - RECONCILE_AFTER_MS) },
  })
    .sort({ answerOwedSince: 1, _id: 1 })
    .limit(AT_ONCE)
    .lean<MessageDoc[]>();
  for (const message of owed) await writeAnswers(message);
}

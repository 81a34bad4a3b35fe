import { AsyncLocalStorage } from 'node:async_hooks';
import { Types } from 'mongoose';
import type { AuditActor, AuditEntry, AuditTopic } from '#common/audit-log/audit-entry.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { type AuditDoc, AuditModel, retentionCutoff, shortRetentionFilter } from './audit-model.ts';

/** An event to write to the audit log. */
export interface AuditEvent {
  actor: AuditActor;
  /** A short phrase, such as `driver suspended`. */
  action: string;
  subject: { kind: string; id: string; name?: string | null };
  /** The changed fields before and after. Never secrets, codes or tokens. */
  before?: Readonly<Record<string, unknown>> | null;
  after?: Readonly<Record<string, unknown>> | null;
  /** Omitted for ordinary work. */
  topic?: AuditTopic;
  /** When it happened. Default: now. */
  at?: Date;
  /** Makes the call idempotent: a second event with the same id is ignored. */
  id?: Types.ObjectId;
}

/** The actor of jobs and of commands. */
export const WORKER: AuditActor = { role: 'worker', id: null, name: 'Marquee', address: null };

/** A staff call in progress, and whether an audit line by its actor about its subject has been recorded. */
interface StaffCall {
  actorId: string | null;
  subjectId: string;
  isRecorded: boolean;
}

const staffCall = new AsyncLocalStorage<StaffCall>();

/** Runs a staff call and notes in `call` when one of its audit lines is recorded. */
export const runWithAuditTracking = <Result>(
  call: StaffCall,
  answer: () => Promise<Result>,
): Promise<Result> => staffCall.run(call, answer);

/**
 * Adds a line to the audit log. Staff actions are recorded before the reply. Actions on rides use `owedLine`
 * instead.
 *
 * @throws when the line cannot be written, so that nothing is done unrecorded
 */
export async function recordAudit(event: AuditEvent): Promise<void> {
  try {
    await AuditModel.create(toLine(event));
    const call = staffCall.getStore();
    if (call && call.actorId === event.actor.id && call.subjectId === event.subject.id)
      call.isRecorded = true;
  } catch (error) {
    if (!event.id || !isDuplicateKey(error)) throw error;
  }
}

/**
 * An action on a document that stores the audit lines it owes. The actor is added where the change is made.
 */
export type OwedEvent = Pick<AuditEvent, 'action' | 'subject' | 'before' | 'after'>;

/**
 * Builds the audit line that is stored with a change, in the same statement, to be written to the log later.
 */
export const owedLine = ({ subject, before, after, action }: OwedEvent, actor: AuditActor, at: Date) => ({
  id: newObjectId().toHexString(),
  at,
  actor,
  action,
  subject: { ...subject, name: subject.name ?? null },
  before: before ?? null,
  after: after ?? null,
});

/** Writes an owed line to the audit log. Idempotent. */
export const recordOwed = ({ id, at, ...line }: AuditEntry): Promise<void> =>
  recordAudit({ ...line, id: new Types.ObjectId(id), at: new Date(at) });

function toLine({ actor, action, subject, before, after, topic, at, id }: AuditEvent): AuditDoc {
  const name = subject.name ?? null;
  return {
    _id: id ?? newObjectId(),
    at: at ?? databaseClock.now(),
    topic: topic ?? null,
    actor,
    action,
    subject: { kind: subject.kind, id: subject.id, name },
    before: before ?? null,
    after: after ?? null,
    words: [action, actor.name, actor.role, actor.address, subject.kind, subject.id, name]
      .filter(Boolean)
      .join(' ')
      .toLowerCase(),
  };
}

/** Returns the fields of `record` that `change` touches, for `before` and `after`. */
export const changedFields = (record: object, change: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'version' && name in change));

/** Deletes the audit lines whose retention period is over. */
export async function trimAuditLog(): Promise<void> {
  await AuditModel.deleteMany({ at: { $lt: retentionCutoff() } });
  await AuditModel.deleteMany(shortRetentionFilter());
}

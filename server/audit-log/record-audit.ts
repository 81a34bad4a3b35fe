import { AsyncLocalStorage } from 'node:async_hooks';
import { Types } from 'mongoose';
import type { AuditActor, AuditEntry, AuditTopic } from '#common/audit-log/audit-entry.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { type AuditDoc, AuditModel, brieflyKept, oldestKept } from './audit-model.ts';

/** What happened, to be written to the audit log. */
export interface AuditEvent {
  actor: AuditActor;
  /** In words, such as `driver suspended`. */
  action: string;
  subject: { kind: string; id: string; name?: string | null };
  /** The fields that changed, before and after; no secrets, codes or tokens. */
  before?: Readonly<Record<string, unknown>> | null;
  after?: Readonly<Record<string, unknown>> | null;
  /** Nothing for work. */
  topic?: AuditTopic;
  /** When it was, if not now. */
  at?: Date;
  /** For what may be recorded twice: the second time nothing is added. */
  id?: Types.ObjectId;
}

/** The actor of what jobs and the command line do. */
export const WORKER: AuditActor = { role: 'worker', id: null, name: 'Marquee', address: null };

/** A call of the staff, and whether a line says that they did it, to what the call names. */
interface StaffCall {
  actorId: string | null;
  subjectId: string;
  isRecorded: boolean;
}

const staffCall = new AsyncLocalStorage<StaffCall>();

/** Answers a call of the staff, of which every line that is recorded meanwhile takes note. */
export const answerRecorded = <Result>(call: StaffCall, answer: () => Promise<Result>): Promise<Result> =>
  staffCall.run(call, answer);

/** Adds a line to the audit log: what staff do, before they are answered. What they do to rides is owed (`owedLine`). @throws when it cannot be written: it is not done unseen */
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

/** What staff do to something that owes its lines: who does it is known where it is done. */
export type OwedEvent = Pick<AuditEvent, 'action' | 'subject' | 'before' | 'after'>;

/** The line of it, as it is stored with the change, in the same statement. */
export const owedLine = ({ subject, before, after, action }: OwedEvent, actor: AuditActor, at: Date) => ({
  id: newObjectId().toHexString(),
  at,
  actor,
  action,
  subject: { ...subject, name: subject.name ?? null },
  before: before ?? null,
  after: after ?? null,
});

/** Writes such a line, once however often it is called. */
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

/** Of a record, the fields that a change was about: for `before` and `after`. */
export const changedFields = (record: object, change: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'version' && name in change));

/** Deletes the lines of the audit log that are older than they are kept. */
export async function trimAuditLog(): Promise<void> {
  await AuditModel.deleteMany({ at: { $lt: oldestKept() } });
  await AuditModel.deleteMany(brieflyKept());
}

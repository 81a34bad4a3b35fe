import { Types } from 'mongoose';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AuditModel, oldestKept } from './audit-model.ts';

/** What happened, to be written to the audit log. */
export interface AuditEvent {
  actor: AuditActor;
  /** In words, such as `driver suspended`. */
  action: string;
  subject: { kind: string; id: string; name?: string };
  /** The fields that changed, before and after; no secrets, codes or tokens. */
  before?: Readonly<Record<string, unknown>>;
  after?: Readonly<Record<string, unknown>>;
}

/** The actor of what jobs and the command line do. */
export const WORKER: AuditActor = { role: 'worker', id: null, name: 'Marquee', address: null };

/** Adds a line to the audit log. @throws when it cannot be written: what staff do is not done unseen */
export async function recordAudit({ actor, action, subject, before, after }: AuditEvent): Promise<void> {
  const name = subject.name ?? null;
  await AuditModel.create({
    _id: new Types.ObjectId(),
    at: new Date(),
    actor,
    action,
    subject: { kind: subject.kind, id: subject.id, name },
    before: before ?? null,
    after: after ?? null,
    words: [action, actor.name, actor.role, actor.address, subject.kind, subject.id, name]
      .filter(Boolean)
      .join(' ')
      .toLowerCase(),
  });
}

/** Of a record, the fields that a change was about: for `before` and `after`. */
export const changedFields = (record: object, change: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'version' && name in change));

/** Deletes the lines of the audit log that are older than `KEEP_DAYS`. */
export async function trimAuditLog(): Promise<void> {
  await AuditModel.deleteMany({ at: { $lt: oldestKept() } });
}

import { AuditModel, oldestKept } from './audit-model.ts';

/** Deletes the lines of the audit log that are older than `KEEP_DAYS`. */
export async function trimAuditLog(): Promise<void> {
  await AuditModel.deleteMany({ at: { $lt: oldestKept() } });
}

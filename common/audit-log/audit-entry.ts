import * as z from 'zod/mini';

/** Who performed an action, and from which address. A worker has neither an account nor an address. */
export const auditActorSchema = z.object({
  role: z.enum(['rider', 'driver', 'dispatcher', 'admin', 'worker', 'visitor']),
  id: z.nullable(z.string()),
  name: z.string(),
  /** Network address. */
  address: z.nullable(z.string()),
});
export type AuditActor = z.infer<typeof auditActorSchema>;

/** Topic of an entry other than daily work. `security`: sign-ins and attempted sign-ins. */
export const auditTopicSchema = z.enum(['security']);
export type AuditTopic = z.infer<typeof auditTopicSchema>;

/** A line of the audit log: who did what to which subject, when, and what changed. Never contains secrets. */
export const auditEntrySchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: auditActorSchema,
  /** The action in words, such as `driver suspended`. */
  action: z.string(),
  /** The subject: its kind (such as `driver`), id and display name. */
  subject: z.object({ kind: z.string(), id: z.string(), name: z.nullable(z.string()) }),
  /** The changed fields, before and after. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

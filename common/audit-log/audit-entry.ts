import * as z from 'zod/mini';

/** Who did something, and from where. A worker has neither an account nor an address. */
export const auditActorSchema = z.object({
  role: z.enum(['rider', 'driver', 'dispatcher', 'admin', 'worker', 'visitor']),
  id: z.nullable(z.string()),
  name: z.string(),
  /** Network address. */
  address: z.nullable(z.string()),
});
export type AuditActor = z.infer<typeof auditActorSchema>;

/** What a line is about besides work: who got into accounts, and who tried to. */
export const auditTopicSchema = z.enum(['security']);
export type AuditTopic = z.infer<typeof auditTopicSchema>;

/** One line of the audit log: who did what to what, when, and what changed. Never a secret, a code or a token. */
export const auditEntrySchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: auditActorSchema,
  /** In words, such as `driver suspended`. */
  action: z.string(),
  /** What it was done to: a kind such as `driver`, its id, and how people call it. */
  subject: z.object({ kind: z.string(), id: z.string(), name: z.nullable(z.string()) }),
  /** The fields that changed, before and after. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

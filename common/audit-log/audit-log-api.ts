import * as z from 'zod/mini';
import { daySchema } from '../day.ts';
import { endpoint } from '../endpoint.ts';
import { searchField } from '../messages/fields.ts';
import { auditEntrySchema, auditTopicSchema } from './audit-entry.ts';

/** The most lines in a page of the audit log. */
export const AUDIT_PAGE = 100;

const SEARCH_MAX = 100;

/** Filters of the audit log, combined with AND. */
const auditQuerySchema = z.object({
  /**
   * Words or parts of words that a line must all contain, in actor, address, action or subject. An email
   * address also matches failed attempts at its account, which are stored under a digest of the address.
   */
  q: searchField(SEARCH_MAX),
  /** Only lines of this topic. */
  topic: z.optional(auditTopicSchema),
  /** The actor's account. */
  actorId: z.optional(z.string().check(z.maxLength(SEARCH_MAX))),
  /** The subject's id. */
  subjectId: z.optional(z.string().check(z.maxLength(SEARCH_MAX))),
  /** A day in Las Vegas, YYYY-MM-DD. */
  on: z.optional(daySchema),
  /** `next` of the previous page. */
  after: z.optional(z.string().check(z.regex(/^\d{1,15}-[0-9a-f]{24}$/))),
});
export type AuditQuery = z.infer<typeof auditQuerySchema>;

/** A page of the audit log, newest first. */
export const auditPageSchema = z.object({
  entries: z.array(auditEntrySchema),
  /** Cursor of the next page; null at the end. A search that stops early returns it with few or no lines. */
  next: z.nullable(z.string()),
});
export type AuditPage = z.infer<typeof auditPageSchema>;

export const readAuditLog = endpoint({
  method: 'GET',
  path: '/api/ops/audit-log',
  summary: 'Reads the audit log, newest first, at most a hundred entries per page.',
  who: 'admin',
  query: auditQuerySchema,
  reply: auditPageSchema,
});

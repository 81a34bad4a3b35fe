import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { toInstant } from '../time.ts';
import { auditEntrySchema, auditTopicSchema } from './audit-entry.ts';

/** Lines in a page of the audit log at most. */
export const AUDIT_PAGE = 100;

const SEARCH_MAX = 100;

/** Filters of the audit log; a line meets all that are given. */
export const auditQuerySchema = z.object({
  /**
   * Words or parts of words, all of which the line has: who, from which address, did what to whom or what. An email address
   * also finds the lines about tries at its account, which have a digest in its place.
   */
  q: z.optional(z.string().check(z.trim(), z.maxLength(SEARCH_MAX, 'Please search for less.'))),
  /** Only what is about this. */
  topic: z.optional(auditTopicSchema),
  /** The account of who did it. */
  actorId: z.optional(z.string().check(z.maxLength(SEARCH_MAX))),
  /** The id of what it was done to. */
  subjectId: z.optional(z.string().check(z.maxLength(SEARCH_MAX))),
  /** A day in Las Vegas, YYYY-MM-DD. */
  on: z.optional(
    z.string().check(z.refine((day) => toInstant(day, '00:00') !== null, 'Please choose a real day.')),
  ),
  /** The `next` of the page before. */
  after: z.optional(z.string().check(z.regex(/^\d{1,15}-[0-9a-f]{24}$/))),
});
export type AuditQuery = z.infer<typeof auditQuerySchema>;

/** A page of the audit log, newest first. */
export const auditPageSchema = z.object({
  entries: z.array(auditEntrySchema),
  /** Where the next page starts; null at the end. A search may stop early, even with no line found, and go on from there. */
  next: z.nullable(z.string()),
});
export type AuditPage = z.infer<typeof auditPageSchema>;

export const readAuditLog = endpoint({
  method: 'GET',
  path: '/api/ops/audit-log',
  summary: 'Reads the audit log, newest first, a hundred lines a page at most.',
  who: 'admin',
  query: auditQuerySchema,
  reply: auditPageSchema,
});

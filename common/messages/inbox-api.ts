import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema } from '../id.ts';
import { requiredText, searchField } from './fields.ts';
import {
  colleagueSchema,
  inboxRowSchema,
  inboxStateSchema,
  messageKindSchema,
  threadSchema,
} from './inbox.ts';

/** The most messages in a page of the inbox. */
export const INBOX_PAGE = 50;

/** The longest answer or note, in characters. */
export const ANSWER_MAX = 5_000;

/** Filters of the inbox, combined with AND. */
const inboxQuerySchema = z.object({
  state: z.optional(inboxStateSchema),
  kind: z.optional(messageKindSchema),
  /** Id of the assigned staff member, or `nobody`. */
  assignee: z.optional(z.union([z.literal('nobody'), idSchema])),
  /** Words or parts of words that a message must all contain, in sender, subject, text or answers. */
  q: searchField(100),
  /** `next` of the previous page. */
  after: z.optional(z.string().check(z.regex(/^\d{1,15}-[0-9a-f]{24}$/))),
});
export type InboxQuery = z.infer<typeof inboxQuerySchema>;

/** A page of the inbox, newest first. */
export const inboxPageSchema = z.object({
  rows: z.array(inboxRowSchema),
  /** Cursor of the next page; null at the end. A search that stops early returns it with few or no rows. */
  next: z.nullable(z.string()),
  /** Total number of messages; null for a search. */
  total: z.nullable(z.int()),
});
export type InboxPage = z.infer<typeof inboxPageSchema>;

export const listInbox = endpoint({
  method: 'GET',
  path: '/api/ops/inbox',
  summary: `Lists messages, leads and lost items, newest first, at most ${INBOX_PAGE} per page.`,
  who: 'dispatcher',
  query: inboxQuerySchema,
  reply: inboxPageSchema,
});

export const countInbox = endpoint({
  method: 'GET',
  path: '/api/ops/inbox/count',
  summary: 'Counts the open messages.',
  who: 'dispatcher',
  reply: z.object({ open: z.int() }),
});

export const listColleagues = endpoint({
  method: 'GET',
  path: '/api/ops/inbox/colleagues',
  summary: 'Lists the staff to whom a message can be assigned, by name.',
  who: 'dispatcher',
  reply: z.array(colleagueSchema),
});

export const readThread = endpoint({
  method: 'GET',
  path: '/api/ops/inbox/:messageId',
  summary: 'Reads a message with its replies and notes, and the likely ride of a lost item.',
  who: 'dispatcher',
  reply: threadSchema,
});

const version = z.int().check(z.minimum(1));

export const changeThread = endpoint({
  method: 'PATCH',
  path: '/api/ops/inbox/:messageId',
  summary: 'Assigns or unassigns a message, or moves it, if `version` is current.',
  who: 'dispatcher',
  body: z
    .object({
      version,
      state: z.optional(inboxStateSchema),
      assigneeId: z.optional(z.nullable(idSchema)),
    })
    .check(
      z.refine(
        ({ state, assigneeId }) => state !== undefined || assigneeId !== undefined,
        'Please say what is to change.',
      ),
    ),
  reply: threadSchema,
  errors: ['VERSION_CONFLICT'],
});

export const answerThread = endpoint({
  method: 'POST',
  path: '/api/ops/inbox/:messageId/answers',
  summary: 'Emails a reply to the sender and stores it, if `version` is current.',
  who: 'dispatcher',
  body: z.object({
    version,
    text: requiredText(ANSWER_MAX, 'Please write a reply'),
    /** The state that the message moves to. */
    state: z.enum(['waiting', 'done']),
  }),
  reply: threadSchema,
  statuses: [201],
  errors: ['VERSION_CONFLICT'],
  limit: { name: 'inbox-answer', times: 120, windowSeconds: 3_600, per: 'user' },
});

export const noteThread = endpoint({
  method: 'POST',
  path: '/api/ops/inbox/:messageId/notes',
  summary: 'Adds a note for staff only, if `version` is current.',
  who: 'dispatcher',
  body: z.object({ version, text: requiredText(ANSWER_MAX, 'Please write a note') }),
  reply: threadSchema,
  statuses: [201],
  errors: ['VERSION_CONFLICT'],
});
